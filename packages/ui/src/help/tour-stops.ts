import type { ModelSummary } from '@grimoire/protocol';
import type { PlainText } from '../texts/text.ts';
import { inMenuOrder } from '../schema/use-schema.ts';

/** A stop of the tour: what it says, and what it stands at. */
export interface Stop {
  readonly title: PlainText;
  readonly text: PlainText;
  /** The page that it is about; it stays where the person is without one. */
  readonly page?: string;
  /** Selectors of what it stands at, the best first. It stands at the foot of the window while none of them is in sight. */
  readonly anchors: readonly string[];
}

/** The button that opens the menu, on a narrow screen. */
const menuButton = '[data-tour=menu]';

/**
 * The stops for a superuser.
 * @param models those that they may see
 * @param hasStaff whether the users and groups are those of the service
 */
export function stopsFor(models: readonly ModelSummary[], hasStaff: boolean): readonly Stop[] {
  const list = inMenuOrder(models).find(({ section_order: order, permissions }) => order === 0 && permissions.view);
  const page = list && `/${list.model}`;
  return [
    start,
    ...(page === undefined
      ? []
      : [
          { ...filters, page },
          { ...row, page },
        ]),
    ...(hasStaff ? [rights] : []),
    end,
  ];
}

const start: Stop = {
  title: 'Find anything',
  text: 'The menu has a list for each model. “Find anything” leads to models, to rows and to what can be done, from every page.',
  anchors: ['[data-tour=find]'],
};

const filters: Stop = {
  title: 'Filters and saved views',
  text: '“Add filter” narrows a list by any field. “Save view” keeps the filters, the order and the columns, for you or for others.',
  anchors: ['[data-filters]'],
};

const row: Stop = {
  title: 'The page of a row',
  text: 'A click on a row opens its page: its form, the rows that belong to it, and its history, with who changed what and when.',
  anchors: ['.list-rows tbody tr', '.list-rows li', '.list-rows'],
};

const rights: Stop = {
  title: 'Who may do what',
  text: 'Users and groups are in the menu, too. The rights of a group say what its members may view, add, change and delete.',
  anchors: ['.side-menu a[href$="/auth.Group"]', '.side-menu', menuButton],
};

const end: Stop = {
  title: 'Help',
  text: 'The menu of your account has the keys, this tour, and what is new. The key ? shows all keys.',
  anchors: ['[data-tour=account]', menuButton],
};
