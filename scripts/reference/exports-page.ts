import { type PublicExport, type PublicModule, publicModules } from './exports.ts';

const intro = `# Exports

What the packages export, as their sources declare it: \`grimoire\` (the service) with its subpaths, \`@grimoire/client\` and
\`@grimoire/protocol\`. This page is written and compared by \`test/docs/exports.test.ts\`, with the API of the compiler. Bodies, values and
private members are left out. What the options mean is in [configuration](configuration.md).`;

/** The text of docs/reference/exports.md. */
export function exportsPage(): string {
  return `${[intro, ...publicModules().map(section)].join('\n\n')}\n`;
}

const kitIntro = `# The kit

What \`@grimoire/ui\` exports, for [extensions of the dashboard](../how-to/extend-the-dashboard.md). This page is written and compared by
\`test/docs/kit.test.ts\`, with the API of the compiler: whoever changes the kit changes this page too, and has a line in the changelog. The kit
follows semantic versions. A dashboard runs extensions that were built with its major version, and with its minor version or one before; before 1.0,
with its minor version alone.`;

/** The text of docs/reference/kit.md. */
export function kitPage(): string {
  return `${[kitIntro, ...publicModules(['ui'], 'packages/ui/tsconfig.json').map(section)].join('\n\n')}\n`;
}

function section({ name, described, repeated }: PublicModule): string {
  const again = repeated.map((each) => `\`${each.name}\` (\`${each.from}\`)`).toSorted();
  const parts = [
    `## \`${name}\``,
    ...(again.length > 0 ? [`Exports that are described elsewhere on this page: ${again.join(', ')}.`] : []),
    ...described.map(entry),
  ];
  return parts.join('\n\n');
}

function entry({ name, kind, doc, code }: PublicExport): string {
  const said = proseOf(doc);
  const parts = [
    `### \`${name}\``,
    `${kind[0]?.toUpperCase()}${kind.slice(1)}. ${said}`.trimEnd(),
    ...(code === null ? [] : [`\`\`\`typescript\n${withoutCitations(code)}\n\`\`\``]),
  ];
  return parts.join('\n\n');
}

/** The sources cite the wire contract by its sections; readers of the reference have the page itself. */
function withoutCitations(text: string, name = 'the wire contract'): string {
  return text
    .replaceAll(/ ?\(CONTRACT §\d+(?:, §\d+)*\)/g, '')
    .replaceAll(/\(CONTRACT §\d+(?:, §\d+)*(?:; |, )/g, '(')
    .replaceAll(/CONTRACT §\d+(?:, §\d+)*/g, name);
}

/** A doc comment as one paragraph: links as code, and what the site would take for HTML or a template escaped. */
function proseOf(doc: string): string {
  const lines = withoutCitations(doc, '[the wire contract](wire-contract.md)')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .split('\n');
  return lines
    .join(' ')
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;').replaceAll('*', String.raw`\*`).replaceAll('{{', '{ {') : part))
    .join('`')
    .trim();
}
