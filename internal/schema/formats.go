package schema

import (
	"net/netip"
	"net/url"
	"regexp/syntax"
	"slices"
	"strings"
	"time"

	"github.com/nplint/nplint/internal/memo"
)

// formats is the formats that are checked, each with what reports whether a text is of it. It is never written to.
var formats = map[string]func(string) bool{
	"date-or-time":          dateOrTime,
	"date":                  isDate,
	"date-time":             isDateTime,
	"time":                  isTime,
	"duration":              isDuration,
	"period":                isPeriod,
	"semver":                isSemver,
	"uuid":                  isUUID,
	"email":                 isEmail,
	"hostname":              isHostname,
	"ipv4":                  isIPv4,
	"ipv6":                  isIPv6,
	"uri":                   isURI,
	"iri":                   isURI,
	"uri-reference":         isURIReference,
	"iri-reference":         isURIReference,
	"uri-template":          isURITemplate,
	"regex":                 func(s string) bool { _, err := syntax.Parse(s, syntax.Perl); return err == nil },
	"json-pointer":          isPointer,
	"relative-json-pointer": isRelativePointer,
}

// Regular expressions of formats, compiled when first needed.
var (
	clock           = memo.Regexp(`^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[zZ]|([+-])([01]\d|2[0-3]):([0-5]\d))$`)
	duration        = memo.Regexp(`^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$`)
	semver          = memo.Regexp(`^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-` + prerelease + `(?:\.` + prerelease + `)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`)
	uuid            = memo.Regexp(`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	label           = memo.Regexp(`^[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?$`)
	mailbox         = memo.Regexp(`^(?:"[^"\\]*"|[0-9A-Za-z!#$%&'*+/=?^_` + "`" + `{|}~-]+(?:\.[0-9A-Za-z!#$%&'*+/=?^_` + "`" + `{|}~-]+)*)$`)
	template        = memo.Regexp(`^[^{}]*(?:\{[^{}]*\}[^{}]*)*$`)
	pointer         = memo.Regexp(`^(?:/(?:[^~/]|~[01])*)*$`)
	relativePointer = memo.Regexp(`^(?:0|[1-9]\d*)(?:#|(?:/(?:[^~/]|~[01])*)*)$`)
)

// prerelease is one identifier before the + of a semantic version; one of digits alone has no leading zero.
const prerelease = `(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)`

// dateOrTime is the format of the frameworks' time stamps: an ISO 8601 date, or a date with a time and an optional
// zone.
func dateOrTime(s string) bool {
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", time.DateTime,
		"2006-01-02T15:04:05Z0700", "2006-01-02 15:04", "2006-01-02 15:04:05 Z0700", "2006-01-02 15:04:05Z07:00"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

func isDateTime(s string) bool {
	return len(s) > 10 && isDate(s[:10]) && (s[10] == 'T' || s[10] == 't') && isTime(s[11:])
}

// isTime reports whether s is a time of RFC 3339. A leap second is one only in the last minute of a day of UTC.
func isTime(s string) bool {
	m := clock().FindStringSubmatch(s)
	if m == nil || m[3] != "60" {
		return m != nil
	}
	number := func(s string) int { // of two digits or none
		n := 0
		for _, c := range s {
			n = 10*n + int(c-'0')
		}
		return n
	}
	offset := 60*number(m[5]) + number(m[6])
	if m[4] == "+" {
		offset = -offset
	}
	const day = 24 * 60
	return (60*number(m[1])+number(m[2])+offset+day)%day == day-1
}

func isDuration(s string) bool {
	return duration().MatchString(s) && !strings.HasSuffix(s, "P") && !strings.HasSuffix(s, "T")
}

func isPeriod(s string) bool {
	start, end, ok := strings.Cut(s, "/")
	fromDuration, toDuration := isDuration(start), isDuration(end)
	return ok && !(fromDuration && toDuration) && (fromDuration || isDateTime(start)) && (toDuration || isDateTime(end))
}

func isSemver(s string) bool          { return semver().MatchString(s) }
func isUUID(s string) bool            { return uuid().MatchString(s) }
func isPointer(s string) bool         { return pointer().MatchString(s) }
func isRelativePointer(s string) bool { return relativePointer().MatchString(s) }

func isHostname(s string) bool {
	s = strings.TrimSuffix(s, ".")
	return len(s) <= 253 && !slices.ContainsFunc(strings.Split(s, "."),
		func(part string) bool { return !label().MatchString(part) })
}

func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at > 64 || len(s) > 254 || !mailbox().MatchString(s[:max(at, 0)]) {
		return false
	}
	domain := s[at+1:]
	if literal, ok := strings.CutPrefix(domain, "["); ok {
		literal, closed := strings.CutSuffix(literal, "]")
		six, isSix := strings.CutPrefix(literal, "IPv6:")
		return closed && (isSix && isIPv6(six) || isIPv4(literal))
	}
	return isHostname(domain)
}

func isIPv4(s string) bool {
	address, err := netip.ParseAddr(s)
	return err == nil && address.Is4()
}

func isIPv6(s string) bool {
	address, err := netip.ParseAddr(s)
	return err == nil && address.Is6() && address.Zone() == ""
}

func isURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.IsAbs()
}

func isURIReference(s string) bool {
	_, err := url.Parse(s)
	return err == nil && !strings.Contains(s, `\`)
}

// isURITemplate looks no further than whether braces are closed and not nested.
func isURITemplate(s string) bool {
	_, err := url.Parse(s)
	return err == nil && template().MatchString(s)
}
