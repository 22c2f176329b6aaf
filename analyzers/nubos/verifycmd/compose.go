package verifycmd

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// composeOptions stand before the command of docker compose, and take a value.
const composeOptions = " -f --file -p --project-name --profile --env-file --project-directory --ansi --progress " +
	"--parallel "

// composeCommands are the commands of docker compose that name services, with their options that take a value.
var composeCommands = map[string]string{
	"up": " --exit-code-from --scale -t --timeout --wait-timeout --pull --attach --no-attach ",
	"run": " -e --env -u --user -v --volume -w --workdir --name -p --publish --entrypoint -l --label --cap-add " +
		"--cap-drop --pull --env-from-file ",
	"exec":    " -e --env -u --user -w --workdir --index ",
	"build":   " --build-arg --progress -m --memory --ssh --builder ",
	"start":   " --wait-timeout ",
	"stop":    " -t --timeout ",
	"restart": " -t --timeout ",
	"logs":    " --since --until -n --tail --index ",
	"pull":    " --policy ",
	"push":    "",
	"create":  " --scale --pull ",
	"rm":      "",
}

// judgeDocker judges `docker compose`, and nothing else of docker.
func judgeDocker(s *script, c command) {
	a := c.arguments(" -c --context -H --host --config -l --log-level --tlscacert --tlscert --tlskey ")
	if verb := a.first(c); verb >= 0 && c.words[verb].text == "compose" {
		compose(s, c, verb)
	}
}

// judgeCompose judges the older program of that name.
func judgeCompose(s *script, c command) { compose(s, c, 0) }

// compose judges the files that docker compose is told, and the services that it is to work on. Its options stand
// behind word at of the command.
func compose(s *script, whole command, at int) {
	c, _ := whole.rest(at)
	a := c.arguments(composeOptions)
	verb := a.first(c)
	if verb < 0 || len(s.dirs) != 1 || s.alone() || strings.Contains(c.t.s, "COMPOSE_FILE") {
		return
	}
	rest, _ := c.rest(verb)
	valued, ok := composeCommands[rest.words[0].text]
	var files []string
	for _, o := range a.options {
		switch {
		case o.at > verb:
		case o.name == "-f" || o.name == "--file":
			if !o.known || o.value == "-" || path.IsAbs(o.value) {
				return
			}
			if s.look(o.value) == document.Absent {
				s.fails(whole, "the compose file %s does not exist, and %s", short(o.value), s.unmade(o.value))
				return
			}
			files = append(files, path.Join(s.dirs[0], o.value))
		case o.name == "--project-directory" || o.name == "--env-file" || o.name == "--help":
			return
		}
	}
	if !ok && rest.words[0].text != "config" {
		return
	}
	services, known := composeServices(s, whole, files)
	if !known {
		return
	}
	b := rest.arguments(valued)
	operands := b.operands
	if name := rest.words[0].text; name == "run" || name == "exec" {
		operands = operands[:min(1, len(operands))] // what follows is the command
	}
	for _, i := range operands {
		w := rest.words[i]
		if !w.fixed || strings.HasPrefix(rest.words[i-1].text, "--") && !strings.Contains(rest.words[i-1].text, "=") &&
			!composeFlags[rest.words[i-1].text] {
			return // perhaps the value of an option
		}
		if !services.names[w.text] && !mayDeclare(s, services, w.text) {
			if near := s.near(w.text, services.scripts); near != "" {
				s.wrong(whole, w, near, "%s has no service `%s`", services.file, short(w.text))
			} else {
				s.fails(whole, "%s has no service `%s`; its services are: %s", services.file, short(w.text),
					cmp.Or(some(services.scripts), "none"))
			}
			return
		}
	}
}

// composeFlags are the long options of those commands that take no value.
var composeFlags = set("--rm --detach --build --no-deps --wait --force-recreate --no-recreate --no-build --no-start " +
	"--remove-orphans --always-recreate-deps --quiet-pull --abort-on-container-exit --abort-on-container-failure " +
	"--renew-anon-volumes --service-ports --use-aliases --no-TTY --interactive --tty --privileged --no-cache --pull " +
	"--follow --timestamps --no-color --no-log-prefix --force --stop --volumes --quiet --attach-dependencies")

// composeServices returns the services that compose files declare: those that are named, or else the usual ones in a
// directory or above it. They are not known if a file cannot be read, or takes in others.
func composeServices(s *script, c command, files []string) (services *manifest, known bool) {
	root := s.root
	if files == nil {
		if env := s.content(root, path.Join(s.dirs[0], ".env")); strings.Contains(string(env), "COMPOSE_FILE") {
			return nil, false
		}
		var file string
		names := []string{"compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"}
		if root, file = s.upward(root, s.dirs[0], names...); file == "" {
			arrives := func(name string) bool { return s.comes(path.Join(s.dirs[0], name)) || s.brings(name) }
			if !slices.ContainsFunc(names, arrives) {
				s.fails(c, "there is no compose.yaml in %s or above it, and no task plans to make it", s.place())
			}
			return nil, false
		}
		files = []string{file}
		for _, name := range names {
			override := path.Join(path.Dir(file), strings.Replace(name, ".", ".override.", 1))
			if s.set.Files.Look(root, override) == document.File {
				files = append(files, override)
			}
		}
	}
	m := &manifest{root: root, file: files[0], names: map[string]bool{}}
	for _, file := range files {
		m.broken = m.broken || !declareServices(m, s.content(root, file))
	}
	return m, !m.broken
}

// declareServices adds the services in the text of a compose file. It reports false if nobody can read it, or if it
// takes in other files.
func declareServices(m *manifest, text []byte) bool {
	top := document.ParseYAML(text, document.Span{End: len(text)})
	if top.Fault != nil || top.Root.Type != document.Map || top.Root.Get("include") != nil {
		return false
	}
	services := top.Root.Get("services")
	if services == nil {
		return true
	}
	for _, p := range services.Pairs {
		m.declare(p.Key)
	}
	return services.Type == document.Map && !m.names["<<"]
}
