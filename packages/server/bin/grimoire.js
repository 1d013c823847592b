#!/usr/bin/env node
// The built command in a package; its source in the repository, which Node reads as it is.
import { existsSync } from 'node:fs';

const source = new URL('../src/cli/main.ts', import.meta.url);
await import(existsSync(source) ? source.href : new URL('../lib/cli/main.js', import.meta.url).href);
