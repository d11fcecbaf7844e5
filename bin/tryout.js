#!/usr/bin/env node
// `npm install` builds the command line next to this launcher.
require('node:module').enableCompileCache?.();
require('../packages/cli/dist/tryout.cjs');
