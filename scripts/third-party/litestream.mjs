/**
 * Litestream's binary, which npm's package brings without a word on its licences: the modules of Go in it, as its build
 * information lists them (a test compares), and the works in C.
 */
import fs from "node:fs";
import path from "node:path";
import { mit } from "./supplements.mjs";

export const LITESTREAM = { version: "0.3.13", licence: "Apache-2.0" };

/** @type {Record<string, [licence: string, copyright: string]>} by module and version */
export const GO_MODULES = {
  "cloud.google.com/go@v0.110.7": ["Apache-2.0", "Copyright Google LLC"],
  "cloud.google.com/go/compute/metadata@v0.2.3": ["Apache-2.0", "Copyright Google LLC"],
  "cloud.google.com/go/iam@v1.1.1": ["Apache-2.0", "Copyright Google LLC"],
  "cloud.google.com/go/storage@v1.31.0": ["Apache-2.0", "Copyright Google LLC"],
  "filippo.io/age@v1.1.1": ["BSD-3-Clause", "Copyright 2019 Google LLC"],
  "github.com/Azure/azure-pipeline-go@v0.2.3": ["MIT", "Copyright (c) 2017 Microsoft Corporation"],
  "github.com/Azure/azure-storage-blob-go@v0.15.0": ["MIT", "Copyright (c) 2017 Microsoft Corporation"],
  "github.com/aws/aws-sdk-go@v1.44.318": [
    "Apache-2.0",
    "Copyright 2015 Amazon.com, Inc. or its affiliates. Copyright 2014-2015 Stripe, Inc. Copyright 2017 Dell/EMC, Inc.",
  ],
  "github.com/beorn7/perks@v1.0.1": ["MIT", "Copyright (C) 2013 Blake Mizerany"],
  "github.com/cespare/xxhash/v2@v2.2.0": ["MIT", "Copyright (c) 2016 Caleb Spare"],
  "github.com/golang/groupcache@v0.0.0-20210331224755-41bb18bfe9da": ["Apache-2.0", "Copyright 2013 Google Inc."],
  "github.com/golang/protobuf@v1.5.3": ["BSD-3-Clause", "Copyright 2010 The Go Authors"],
  "github.com/google/go-cmp@v0.5.9": ["BSD-3-Clause", "Copyright (c) 2017 The Go Authors"],
  "github.com/google/s2a-go@v0.1.4": ["Apache-2.0", "Copyright 2021 Google LLC"],
  "github.com/google/uuid@v1.3.0": ["BSD-3-Clause", "Copyright (c) 2009,2014 Google Inc."],
  "github.com/googleapis/enterprise-certificate-proxy@v0.2.5": ["Apache-2.0", "Copyright 2022 Google LLC"],
  "github.com/googleapis/gax-go/v2@v2.12.0": ["BSD-3-Clause", "Copyright 2016, Google Inc."],
  "github.com/jmespath/go-jmespath@v0.4.0": ["Apache-2.0", "Copyright 2015 James Saryerwinnie"],
  "github.com/kr/fs@v0.1.0": ["BSD-3-Clause", "Copyright (c) 2012 The Go Authors"],
  "github.com/mattn/go-ieproxy@v0.0.11": ["MIT", "Copyright (c) 2014 mattn. Copyright (c) 2017 oliverpool"],
  "github.com/mattn/go-shellwords@v1.0.12": ["MIT", "Copyright (c) 2017 Yasuhiro Matsumoto"],
  "github.com/mattn/go-sqlite3@v1.14.17": ["MIT", "Copyright (c) 2014 Yasuhiro Matsumoto"],
  "github.com/matttproud/golang_protobuf_extensions@v1.0.4": ["Apache-2.0", "Copyright 2012 Matt T. Proud"],
  "github.com/pierrec/lz4/v4@v4.1.18": ["BSD-3-Clause", "Copyright (c) 2015, Pierre Curto"],
  "github.com/pkg/sftp@v1.13.5": ["BSD-2-Clause", "Copyright (c) 2013, Dave Cheney"],
  "github.com/prometheus/client_golang@v1.16.0": [
    "Apache-2.0",
    "Copyright 2012-2015 The Prometheus Authors. This product includes software developed at SoundCloud Ltd. It has parts of goautoneg, Copyright 2011, Open Knowledge Foundation Ltd.",
  ],
  "github.com/prometheus/client_model@v0.4.0": ["Apache-2.0", "Copyright 2012-2015 The Prometheus Authors"],
  "github.com/prometheus/common@v0.44.0": [
    "Apache-2.0",
    "Copyright 2015 The Prometheus Authors. This product includes software developed at SoundCloud Ltd.",
  ],
  "github.com/prometheus/procfs@v0.11.1": ["Apache-2.0", "Copyright 2014-2015 The Prometheus Authors"],
  "go.opencensus.io@v0.24.0": ["Apache-2.0", "Copyright 2016-2018 OpenCensus Authors"],
  "golang.org/x/crypto@v0.12.0": ["BSD-3-Clause", "Copyright (c) 2009 The Go Authors"],
  "golang.org/x/net@v0.14.0": ["BSD-3-Clause", "Copyright (c) 2009 The Go Authors"],
  "golang.org/x/oauth2@v0.11.0": ["BSD-3-Clause", "Copyright (c) 2009 The Go Authors"],
  "golang.org/x/sync@v0.3.0": ["BSD-3-Clause", "Copyright (c) 2009 The Go Authors"],
  "golang.org/x/sys@v0.11.0": ["BSD-3-Clause", "Copyright (c) 2009 The Go Authors"],
  "golang.org/x/text@v0.12.0": ["BSD-3-Clause", "Copyright (c) 2009 The Go Authors"],
  "golang.org/x/xerrors@v0.0.0-20220907171357-04be3eba64a2": ["BSD-3-Clause", "Copyright (c) 2009 The Go Authors"],
  "google.golang.org/api@v0.135.0": ["BSD-3-Clause", "Copyright (c) 2011 Google Inc."],
  "google.golang.org/appengine@v1.6.7": ["Apache-2.0", "Copyright 2011-2018 Google Inc."],
  "google.golang.org/genproto@v0.0.0-20230807174057-1744710a1577": ["Apache-2.0", "Copyright 2020 Google LLC"],
  "google.golang.org/genproto/googleapis/api@v0.0.0-20230807174057-1744710a1577": [
    "Apache-2.0",
    "Copyright 2020 Google LLC",
  ],
  "google.golang.org/genproto/googleapis/rpc@v0.0.0-20230807174057-1744710a1577": [
    "Apache-2.0",
    "Copyright 2020 Google LLC",
  ],
  "google.golang.org/grpc@v1.57.0": ["Apache-2.0", "Copyright 2014 gRPC authors"],
  "google.golang.org/protobuf@v1.31.0": ["BSD-3-Clause", "Copyright (c) 2018 The Go Authors"],
  "gopkg.in/yaml.v2@v2.4.0": [
    "Apache-2.0 AND MIT",
    "Copyright 2011-2016 Canonical Ltd. Copyright (c) 2006-2011 Kirill Simonov",
  ],
};

/** Compiled into it, with advisories of their own. */
export const LITESTREAM_PARTS = {
  go: { title: "Go", cpe: "golang:go", licence: "BSD-3-Clause", version: "1.21.3" },
  "sqlite-of-litestream": {
    title: "SQLite of Litestream",
    cpe: "sqlite:sqlite",
    licence: "blessing",
    version: "3.42.0",
  },
  glibc: { title: "GNU C Library", cpe: "gnu:glibc", licence: "LGPL-2.1-or-later", version: "2.35" },
};

const THIRD_CLAUSE = `   * Neither the name of Google Inc. nor the names of its
contributors may be used to endorse or promote products derived from
this software without specific prior written permission.
`;

const bsd = (/** @type {string} */ thirdClause) => `Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are
met:

   * Redistributions of source code must retain the above copyright
notice, this list of conditions and the following disclaimer.
   * Redistributions in binary form must reproduce the above
copyright notice, this list of conditions and the following disclaimer
in the documentation and/or other materials provided with the
distribution.
${thirdClause}
THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS
"AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT
LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR
A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT
OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT
LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY
THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`;

/** @param {string} licence @returns {string} the modules under it */
const modulesUnder = (licence) =>
  Object.entries(GO_MODULES)
    .filter(([, [theirs]]) => theirs.split(" AND ").includes(licence))
    .map(([name, [, copyright]]) => `${name}\n    ${copyright}\n`)
    .join("");

/** @returns {string} a section of THIRD-PARTY-LICENSES.txt */
export function litestreamLicences() {
  const lgpl = fs.readFileSync(path.join(import.meta.dirname, "LGPL-2.1.txt"), "utf8");
  return `Litestream ${LITESTREAM.version}
Licence: ${LITESTREAM.licence}

Packages for Linux on x64 bring this program, unchanged, from the npm package @flydotio/litestream-linux-x64 (MIT, by Sam
Ruby). Galley starts it as a process of its own. Its source: https://github.com/benbjohnson/litestream, tag
v${LITESTREAM.version}. Copyright Ben Johnson and the authors of Litestream. These works are compiled into it.

-- Apache License, Version 2.0, as is Litestream itself; its text is above, under swagger-ui-dist

${modulesUnder("Apache-2.0")}
-- MIT License

${modulesUnder("MIT")}
${mit("Copyright: see above")}
-- BSD licence of three clauses (that of lz4 has the name xxHash in the third, that of age Google LLC)

${modulesUnder("BSD-3-Clause")}Go ${LITESTREAM_PARTS.go.version}
    Copyright (c) 2009 The Go Authors

${bsd(THIRD_CLAUSE)}
-- BSD licence of two clauses

${modulesUnder("BSD-2-Clause")}
${bsd("")}
-- SQLite ${LITESTREAM_PARTS["sqlite-of-litestream"].version}: in the public domain

-- GNU C Library ${LITESTREAM_PARTS.glibc.version}, as of Ubuntu 22.04, linked statically. Its source: the package glibc of Ubuntu 22.04. To link
Litestream with another, build it from its source.

${lgpl}`;
}
