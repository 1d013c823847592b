/** The rule that a value is named by a noun: `cached`, `row`, `user` say what it is, `known`, `found`, `given` only where it comes from. */
import type { Context, Node, Visitor } from './downward.ts';
import { isNode } from './downward.ts';

const participles: ReadonlySet<unknown> = new Set('known given found made asked told kept left said seen held'.split(' '));

/** Refuses participles as the names of variables. */
const noParticiple = {
  create: (context: Context): Visitor => ({
    VariableDeclarator: (node: Node) => {
      const { id } = node;
      const message = 'Name the value by what it is: a noun, not a participle.';
      if (isNode(id) && participles.has(id['name'])) context.report({ node, message });
    },
  }),
};

export default { meta: { name: 'names' }, rules: { 'no-participle': noParticiple } };
