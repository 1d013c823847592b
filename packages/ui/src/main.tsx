import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchSession } from './service.ts';
import { pageSettings } from './settings.ts';

watchSession();
const cache = createCache({ key: 'g', nonce: pageSettings.nonce });
const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={cache}>
        <App />
      </CacheProvider>
    </StrictMode>,
  );
