/** The files of a new extension of the dashboard, by their paths in its folder. @param version of the kit, which is that of the service */
export function uiTemplate(version: string): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(manifestOf(version), null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify(compiler, null, 2)}\n`,
    'vite.config.ts': viteConfig,
    'src/index.tsx': index,
    'src/stars-cell.tsx': cell,
    'src/hello-page.tsx': page,
    '.gitignore': 'node_modules\ndist\n',
  };
}

function manifestOf(version: string): object {
  return {
    name: 'admin-ui',
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'tsc && vite build' },
    devDependencies: { '@grimoire/ui': `^${version}`, '@types/react': '^19.0.0', typescript: '>=5.9', vite: '^8.0.0' },
  };
}

const compiler = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    jsx: 'react-jsx',
    types: ['vite/client'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['src'],
};

const viteConfig = `import { grimoireExtension } from '@grimoire/ui/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [grimoireExtension()] });
`;

const index = `import { defineExtension } from '@grimoire/ui';
import { HelloPage } from './hello-page.tsx';
import { StarsCell } from './stars-cell.tsx';

export default defineExtension({
  // A field chooses it in the config: \`widget: { kind: 'own', name: 'stars' }\`.
  kinds: { stars: { Cell: StarsCell } },
  pages: [{ path: 'hello', title: 'Hello', icon: 'star', Page: HelloPage }],
});
`;

const cell = `import type { CellProps } from '@grimoire/ui';

/** A rating as stars. */
export function StarsCell({ value }: CellProps<number>) {
  return (
    <span role="img" aria-label={\`\${value} of 5 stars\`}>
      {'★'.repeat(value).padEnd(5, '☆')}
    </span>
  );
}
`;

const page = `import { Page, Panel, useUser } from '@grimoire/ui';

/** A page with its place in the menu. */
export function HelloPage() {
  const { name } = useUser();
  return (
    <Page title="Hello">
      <Panel title={\`Hello, \${name}\`}>This page is src/hello-page.tsx.</Panel>
    </Page>
  );
}
`;
