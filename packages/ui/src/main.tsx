import '@fontsource-variable/inter/wght.css';
import './shell.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadExtension } from './extension/load.ts';
import { showFavicon } from './favicon.ts';
import { createService, watchSession } from './service.ts';
import { settingsOf } from './settings.ts';

const service = createService(settingsOf(document));
watchSession(service);
showFavicon(document, service.settings.brand);
// What it adds is there from the first page on.
if (service.settings.extension) await loadExtension(service.settings.extension, service.extensionState);
const cache = createCache({ key: 'g', nonce: service.settings.nonce });
const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={cache}>
        <App service={service} />
      </CacheProvider>
    </StrictMode>,
  );
