#!/bin/sh
# Makes the base of the image from Debian's packages and npm's own, where no registry of images can be reached:
#   sh deploy/container/debian-base.sh
#   buildah bud --isolation chroot --build-arg BASE=localhost/node-debian -t localhost/drivesim \
#     --ignorefile deploy/container/Dockerfile.dockerignore -f deploy/container/Dockerfile .
# Wants root, mmdebstrap, buildah and npm. Took half a minute for the base (247 MB), two minutes for the image (690 MB).
set -eu
mirror=${MIRROR:-http://deb.debian.org/debian}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mmdebstrap --variant=minbase --include=ca-certificates,nodejs trixie base.tar "$mirror"
mkdir npm
npm pack --silent npm@11.19.1
tar -xzf npm-11.19.1.tgz -C npm --strip-components 1
cat > Dockerfile <<'END'
FROM scratch
ADD base.tar /
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && chmod +x /usr/local/lib/node_modules/npm/bin/npm-cli.js
END
buildah bud --isolation chroot -t localhost/node-debian .
