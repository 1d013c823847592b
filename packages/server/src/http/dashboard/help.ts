import { isOwnPath } from '@grimoire/protocol';
import { z } from 'zod';
import { flag } from '../../model/build/option-shapes.ts';
import type { Setting } from '../../settings/setting.ts';

/** Whether a text is the address of a documentation: of the web over TLS, or a path on the origin of the page. */
export function isHelpUrl(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  return isOwnPath(text) || (/^https:\/\/[^\s@\\]+$/i.test(text) && URL.canParse(text));
}

/** The settings of the help in the dashboard. */
export class HelpSettings {
  /** Your documentation for staff, as “Documentation” in the menu of the user: an `https:` address or a path on the own origin; none by default. */
  readonly helpUrl: Setting<string> = {
    shape: z.custom(isHelpUrl, 'Expected "https://help.example.com/admin", or a path such as "/help/".'),
    default: undefined,
    correct: (url) => (isHelpUrl(url) ? url : undefined),
    inPage: true,
  };
  /** Whether the dashboard tells superusers what is new in this version of the package; true by default. */
  readonly whatsNew: Setting<boolean, boolean> = { shape: flag, default: true, inPage: true };
}
