#!/usr/bin/env node
// After `npm install` the command line stands built beside this launcher.
require('node:module').enableCompileCache?.();
require('../packages/cli/dist/tryout.cjs');
