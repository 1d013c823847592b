/**
 * Completes package-lock.json with the optional packages of platforms other than this one.
 *
 * A registry mirror may hold only the binaries of one platform; npm then leaves the others out of the lock file and
 * `npm ci` refuses it. Each entry added here says which platform it is for, so npm installs it there and skips it here.
 * Run it after every change of the dependencies: `npm run release -- lock`. Another lock file can be its argument.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Entry {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = process.argv[2] ?? fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'aix', 'netbsd', 'openbsd', 'sunos'];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32', 'mips64el', 'universal'];

function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = (name.split('/').at(-1) ?? name).replace('windows', 'win32').split('-');
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.some((word) => word === processor || (processor === 'arm' && word === 'armv7')));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu')) && os === 'linux'
      ? 'glibc'
      : undefined;
  return {
    ...(cpu && cpu !== 'universal' ? { cpu: [cpu] } : {}),
    ...(os ? { os: [os] } : {}),
    ...(libc ? { libc: [libc] } : {}),
  };
}

const before = Object.keys(lock.packages).length;
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] || !/^\d/.test(version)) continue;
    lock.packages[place] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...platformOf(name) };
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en'))),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(lock.packages).length - before} packages of other platforms added to package-lock.json`);
