/**
 * Rules of the linter. In the dashboard, what a field is comes from the schema, and is asked in one place (`src/kinds/registry.ts`). In
 * the service, a field type's traits say what it is. All texts of the dashboard are translated. Its imports go downward.
 */
import { fieldTypeNames } from '@grimoire/protocol';
import { type Context, downward, isNode, type Node, type Visitor } from '../../scripts/lint/downward.ts';
import { layers } from './layers.ts';

const types: ReadonlySet<unknown> = new Set(fieldTypeNames);

/** Members that hold the name of a model, of a field or of a field's type. */
const names: ReadonlySet<unknown> = new Set(['name', 'type', 'model', 'model_label', 'related_model', 'app_label', 'model_name']);

/** Names that the contract has for every model: no model's own. */
const contractNames: ReadonlySet<unknown> = new Set(['', 'id', 'pk', 'detail', 'non_field_errors']);

/** Refuses the names of field types. */
const noFieldType = {
  create: (context: Context): Visitor => {
    const check = (node: Node, name: unknown): void => {
      const message = `Only src/kinds/registry.ts knows field types: ask kindOf(field) in the place of '${String(name)}'.`;
      if (types.has(name)) context.report({ node, message });
    };
    return {
      Literal: (node) => check(node, node['value']),
      Property: (node) => check(node, node['computed'] === true ? undefined : nameOf(node['key'])),
    };
  },
};

/** Refuses questions after the name of a model or a field. */
const noNameTest = {
  create: (context: Context): Visitor => {
    const message = 'What a model or a field is, the schema says: no name tells it.';
    return {
      BinaryExpression: (node) => {
        const { operator, left, right } = node;
        if (!/^[!=]==?$/.test(String(operator))) return;
        if ((isName(left) && isOwnText(right)) || (isName(right) && isOwnText(left))) context.report({ node, message });
      },
      CallExpression: (node) => {
        const [argument] = node['arguments'] as readonly unknown[];
        const callee = node['callee'] as Node;
        const isPattern = isNode(callee['object']) && callee['object']['regex'] !== undefined && nameOf(callee['property']) === 'test';
        if (isPattern && isName(argument)) context.report({ node, message });
      },
    };
  },
};

/** Refuses questions whether a field is of one type: its traits say what is asked of it. */
const noFieldTypeTest = {
  create: (context: Context): Visitor => {
    const isType = (node: unknown): boolean => isNode(node) && node.type === 'Literal' && types.has(node['value']);
    return {
      BinaryExpression: (node) => {
        const message = 'Ask a trait of the field type (model/field-type.ts): no type is asked for by its name.';
        if (/^[!=]==?$/.test(String(node['operator'])) && (isType(node['left']) || isType(node['right'])))
          context.report({ node, message });
      },
    };
  },
};

/** Attributes that are shown or read out. */
const shown: ReadonlySet<unknown> = new Set([
  'label',
  'title',
  'alt',
  'placeholder',
  'helperText',
  'primaryText',
  'primary',
  'secondary',
  'text',
]);

/** Refuses texts in the markup that are not translated. */
const noBareText = {
  create: (context: Context): Visitor => {
    const check = (node: Node, text: unknown): void => {
      const message = "Users read this in their language: t('…') (src/texts/text.ts).";
      if (typeof text === 'string' && /\p{L}{2}/u.test(text)) context.report({ node, message });
    };
    return {
      JSXText: (node) => check(node, node['value']),
      JSXAttribute: (node) => {
        const name = isNode(node['name']) ? node['name']['name'] : undefined;
        if ((shown.has(name) || name === 'aria-label') && isNode(node['value'])) check(node, node['value']['value']);
      },
    };
  },
};

const functions: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Refuses texts that are translated while the modules are loaded: the language of the page is not known yet. */
const noEarlyText = {
  create: (context: Context): Visitor => ({
    CallExpression: (node) => {
      if (nameOf(node['callee']) !== 't') return;
      let around = node['parent'];
      while (isNode(around) && !functions.has(around.type)) around = around['parent'];
      const message = 'The language of the page is not known yet while a module is loaded: call t() within a function.';
      if (!isNode(around)) context.report({ node, message });
    },
  }),
};

function nameOf(node: unknown): unknown {
  return isNode(node) && node.type === 'Identifier' ? node['name'] : undefined;
}

/** `name`, `field.name`, `field['name']`. */
function isName(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'ChainExpression') return isName(node['expression']);
  if (node.type !== 'MemberExpression') return names.has(nameOf(node));
  const property = node['property'];
  return names.has(node['computed'] === true ? isNode(property) && property['value'] : nameOf(property));
}

/** A text that is written there, and that the contract does not know. */
function isOwnText(node: unknown): boolean {
  return isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' && !contractNames.has(node['value']);
}

export default {
  meta: { name: 'dashboard' },
  rules: {
    downward: downward({ folder: 'packages/ui', layers }),
    'no-field-type': noFieldType,
    'no-field-type-test': noFieldTypeTest,
    'no-name-test': noNameTest,
    'no-bare-text': noBareText,
    'no-early-text': noEarlyText,
  },
};
