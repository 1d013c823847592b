import '@fontsource-variable/inter/wght.css';
import './layout/shell.css';
import createCache, { type StylisPlugin } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { prefixer } from 'stylis';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadExtension } from './app/load-extension.ts';
import { showFavicon } from './theme/favicon.ts';
import { loadWindowsAhead } from './loading/loaded-window.tsx';
import { loadAhead, readAhead } from './app/read-ahead.ts';
import { createService, watchWindow } from './session/service.ts';
import { settingsOf } from './session/settings.ts';
import { choosable, chosenLanguage, keepDirection } from './texts/choice.ts';
import { addTexts, showIn } from './texts/text.ts';

const root = document.querySelector('#root');
// This module does not wait for `start`: an extension imports this module, and `start` waits for the extension.
if (root) start(root).catch(tell);

/** Has the page say that the dashboard did not start (`early.ts`). */
function tell(error: unknown): void {
  console.error(error);
  dispatchEvent(new Event('grimoire:not-started'));
}

/** Shows the dashboard in the language of the user, once its texts are there. */
async function start(place: Element): Promise<void> {
  loadAhead(location.hash);
  const settings = settingsOf(document);
  const service = createService(settings);
  // The first page already has what the extension adds.
  if (settings.extension) await loadExtension(settings.extension, service.extensionState);
  const { extension } = service.extensionState;
  const language = chosenLanguage(choosable(settings.languages, extension));
  const isRightToLeft = language.direction === 'rtl';
  document.documentElement.lang = language.language;
  document.documentElement.dir = language.direction;
  // The rights of the user are asked for while the texts are loaded, in the language of the page. What fails is said where it is shown.
  void service.authProvider.getPermissions?.({}).catch(() => undefined);
  const [stylisPlugins] = await Promise.all([isRightToLeft ? mirroring() : [], showIn(language)]);
  keepDirection(language);
  addTexts(extension.translations?.[language.language] ?? {});
  watchWindow(service);
  showFavicon(document, service.settings.brand);
  // What fails is said where it is shown.
  void readAhead(service, location.hash).catch(() => undefined);
  const cache = createCache({ key: isRightToLeft ? 'gr' : 'g', nonce: settings.nonce, stylisPlugins });
  createRoot(place).render(
    <StrictMode>
      <CacheProvider value={cache}>
        <App service={service} />
      </CacheProvider>
    </StrictMode>,
  );
  loadWindowsAhead(() => service.reach.isThere);
}

/** What mirrors the styles of a page that is read from right to left. */
async function mirroring(): Promise<StylisPlugin[]> {
  const { default: mirrored } = await import('@mui/stylis-plugin-rtl');
  return [prefixer, mirrored];
}
