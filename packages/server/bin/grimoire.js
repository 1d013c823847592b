#!/usr/bin/env node
// The built command in a package; its source in the repository, which Node reads as it is.
import { existsSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Grimoire needs Node 22.18 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
const source = new URL('../src/cli/main.ts', import.meta.url);
await import(existsSync(source) ? source.href : new URL('../lib/cli/main.js', import.meta.url).href);
