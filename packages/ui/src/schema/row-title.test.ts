import { describe, expect, it } from 'vitest';
import { rowTitleOf, shownLabelOf } from './row-title.ts';

const tag = { verbose_name: 'tag' };

describe('the label of a row', () => {
  it('stays as it is, unless it begins with the name of the model', () => {
    expect(['ab12', 'tagliatelle', 'tag object (3)', 'tag'].map((label) => shownLabelOf(tag, label))).toEqual([
      'ab12',
      'tagliatelle',
      'Tag object (3)',
      'Tag',
    ]);
  });

  it('has the name of the model before it in a title, unless it begins with that', () => {
    expect(['ab12', 'tagliatelle', 'tag object (3)'].map((label) => rowTitleOf(tag, label))).toEqual([
      'Tag ab12',
      'Tag tagliatelle',
      'Tag object (3)',
    ]);
  });
});
