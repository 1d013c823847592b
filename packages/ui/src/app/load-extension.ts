import type { Extension } from '../extension/extension.ts';
import type { ExtensionSettings } from '../session/settings.ts';
import type { ExtensionState } from '../extension/extension-state.ts';
import { canRun, kitVersion } from './kit-version.ts';
import { t } from '../texts/text.ts';

/** The event by which an extension that is being developed replaces itself. */
const replaced = 'grimoire:extension';

/** Loads the extension that the service has named to its page. Whatever is wrong with it, the dashboard starts. */
export async function loadExtension(settings: ExtensionSettings, state: ExtensionState, page: Document = document): Promise<void> {
  if ('problem' in settings) return state.fail(settings.problem);
  if (!canRun(settings.kit))
    return state.fail(
      t('It was built with version %{kit} of @grimoire/ui, and this dashboard has %{kitVersion}. Build it again.', {
        kit: settings.kit ?? '',
        kitVersion,
      }),
    );
  for (const style of settings.styles) page.head.append(styleOf(page, style));
  page.defaultView?.addEventListener(replaced, (event) => take((event as CustomEvent<unknown>).detail, state));
  try {
    const loaded = (await import(/* @vite-ignore */ new URL(settings.entry, page.baseURI).href)) as { readonly default?: unknown };
    take(loaded.default, state);
  } catch (error) {
    console.error(error);
    state.fail(error instanceof Error ? error.message : String(error));
  }
}

function take(loaded: unknown, state: ExtensionState): void {
  if (isExtension(loaded)) state.use(loaded);
  else state.fail(t('It exports no extension: write "export default defineExtension({ … })".'));
}

/** The members of an extension that are objects. */
const objects = [
  'kinds',
  'fields',
  'rowPanels',
  'rowTabs',
  'lists',
  'listTools',
  'cards',
  'theme',
  'translations',
] as const satisfies readonly (keyof Extension)[];

/** Whether a value has the form of an extension. The compiler does not check one that is written in JavaScript. */
function isExtension(loaded: unknown): loaded is Extension {
  if (!isObject(loaded)) return false;
  const { pages = [], ...others }: Readonly<Partial<Record<keyof Extension, unknown>>> = loaded;
  return Array.isArray(pages) && objects.every((name) => others[name] === undefined || isObject(others[name]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function styleOf(page: Document, address: string): HTMLLinkElement {
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return link;
}
