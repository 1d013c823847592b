import { model } from '../../packages/server/src/index.ts';
import { testAdmin } from '../../packages/server/src/testing.ts';
import { tableOf } from './table.ts';

const intro = `# Parameters

The parameters of the API, as the OpenAPI document describes them for a superuser. The document is that of a small admin: \`shop.Order\` is a
model with a trash and an action, and stands for any model here. Filters are left out of the table: each field of a list is one, with the
lookups of [its type](field-types.md), such as \`total__gte=10\`. An unknown parameter is a 400. The document of your own service has the filters
of your models: \`GET /openapi.json\`. This page is written and compared by \`test/docs/parameters.test.ts\`.`;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: { readonly type?: string | readonly string[]; readonly [keyword: string]: unknown };
}

interface OpenApiDocument {
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly (Parameter | { readonly $ref: string })[] }>>>
  >;
}

const setup = `CREATE TABLE orders (id integer PRIMARY KEY, number text NOT NULL, total integer, deleted datetime);`;
const isFilter = (name: string): boolean => /^(?:pk|id|number|total|deleted)(?:__|$)/.test(name);

/** The text of docs/reference/parameters.md. */
export async function parametersPage(): Promise<string> {
  const admin = await testAdmin({
    setup,
    models: [
      model('orders', 'shop.Order', {
        softDelete: 'deleted',
        searchFields: ['number'],
        actions: { pack: { run: () => ({ message: '' }) } },
      }),
    ],
  });
  try {
    return pageOf((await admin.admin.operations.openApi()) as unknown as OpenApiDocument);
  } finally {
    await admin.close();
  }
}

function pageOf({ components, paths }: OpenApiDocument): string {
  const places = new Map<string, { readonly parameter: Parameter; readonly endpoints: string[] }>();
  for (const [path, operations] of Object.entries(paths).filter(([each]) => !/\/r\/(?:auth|contenttypes|admin)\./.test(each))) {
    for (const [method, { parameters = [] }] of Object.entries(operations)) {
      for (const each of parameters) {
        const parameter = '$ref' in each ? components.parameters[each.$ref.split('/').at(-1) ?? ''] : each;
        if (!parameter || (parameter.in === 'query' && isFilter(parameter.name))) continue;
        const key = `${parameter.in} ${parameter.name} ${parameter.description ?? ''}`;
        const place = places.get(key) ?? { parameter, endpoints: [] };
        places.set(key, place);
        place.endpoints.push(`\`${method.toUpperCase()} ${path}\``);
      }
    }
  }
  const section = (where: string): string => {
    const found = [...places.values()].filter(({ parameter }) => parameter.in === where);
    const rows = found.map(({ parameter, endpoints }) => [
      `\`${parameter.name}\``,
      valuesOf(parameter),
      parameter.description ?? '',
      endpoints.join(', '),
    ]);
    return tableOf([['Name', 'Value', 'Meaning', 'Endpoints'], ...rows]);
  };
  const sections = [`## In the query\n\n${section('query')}`, `## Headers\n\n${section('header')}`, `## In the path\n\n${section('path')}`];
  return `${[intro, ...sections].join('\n\n')}\n`;
}

/** What the schema of a parameter takes, in words. */
function valuesOf({ schema }: Parameter): string {
  const { type, minimum, maximum, maxLength, default: standard, const: only, enum: values } = schema;
  const isBounded = typeof minimum === 'number' && typeof maximum === 'number' && Math.abs(minimum) < 2 ** 31 - 1;
  const parts = [
    only === undefined ? undefined : `\`${JSON.stringify(only)}\``,
    Array.isArray(values) ? values.map((value) => `\`${String(value)}\``).join(', ') : undefined,
    Array.isArray(type) ? type.join(' or ') : type,
    isBounded ? `${minimum} to ${maximum}` : minimum === 1 ? 'at least 1' : undefined,
    maxLength === undefined ? undefined : `at most ${JSON.stringify(maxLength)} characters`,
    standard === undefined ? undefined : `by default ${JSON.stringify(standard)}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}
