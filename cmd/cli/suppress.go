package cli

import (
	"context"
	"fmt"

	"github.com/nplint/nplint"
)

// suppress writes comments that let all findings stand, and tells what the configuration has to say of the others.
// failed are files that could not be written.
func (f *runFlags) suppress(ctx context.Context, s env, o nplint.Options) (*nplint.Report, []error, error) {
	result, err := nplint.Suppress(ctx, o, f.reason)
	if err != nil {
		return nil, nil, err
	}
	failed := result.Write(ctx)
	if ctx.Err() != nil {
		const message = "interrupted while writing suppressions: not all of them may be there; run nplint again (%w)"
		return nil, nil, fmt.Errorf(message, ctx.Err())
	}
	say := notices{s, f.quiet}
	say.changed(result, "suppressed")
	if len(failed) > 0 {
		after, err := nplint.Run(ctx, o)
		return after, failed, err
	}
	say.unsuppressed(o, result.After, f.reason)
	return result.After, nil, nil
}
