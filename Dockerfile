# nplint in an image, with git for what is new since a commit. Not run by us.
#
#   docker build --tag nplint .
#   docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/project" nplint
FROM golang:1.26-alpine AS build
RUN apk add --no-cache git
WORKDIR /source
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o /nplint ./cmd/nplint \
 && go -C .ci/tools run ./linked notices /nplint /THIRD_PARTY_NOTICES

FROM alpine:3.22
RUN apk add --no-cache git
COPY --from=build /nplint /usr/bin/nplint
COPY --from=build /THIRD_PARTY_NOTICES /source/LICENSE /usr/share/doc/nplint/
WORKDIR /project
USER nobody
ENTRYPOINT ["nplint"]
