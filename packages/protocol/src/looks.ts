/** What a value means, for the color, the dot and the word that show it. */
export const toneNames = ['neutral', 'info', 'good', 'warning', 'bad'] as const;

/** One of {@link toneNames}. */
export type ToneName = (typeof toneNames)[number];

/** The icons that a model may have. */
export const iconNames = [
  'account',
  'article',
  'book',
  'calendar',
  'card',
  'cart',
  'category',
  'chart',
  'chat',
  'code',
  'company',
  'file',
  'folder',
  'group',
  'history',
  'image',
  'invoice',
  'key',
  'link',
  'list',
  'mail',
  'money',
  'notification',
  'person',
  'place',
  'product',
  'schedule',
  'settings',
  'shipping',
  'star',
  'storage',
  'store',
  'table',
  'tag',
  'task',
  'warehouse',
] as const;

/** One of {@link iconNames}. */
export type IconName = (typeof iconNames)[number];

/** The languages of code that a text may be in; `text` is none of them. */
export const codeLanguages = ['json', 'sql', 'html', 'css', 'javascript', 'yaml', 'text'] as const;

/** One of {@link codeLanguages}. */
export type CodeLanguage = (typeof codeLanguages)[number];

/** How the button of an action looks. */
export type ActionVariant = 'plain' | 'primary' | 'success' | 'warning' | 'danger';

/** Every look of a button, from the usual one. */
export const actionVariants: readonly ActionVariant[] = ['plain', 'primary', 'success', 'warning', 'danger'];
