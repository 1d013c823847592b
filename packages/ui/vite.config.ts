import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds into the server's assets: that is where the service reads the dashboard from, here and as published. */
export default defineConfig({
  plugins: [react()],
  // Hashed files lie beside the page, wherever a host mounts it.
  base: './',
  build: {
    outDir: '../server/assets/ui',
    emptyOutDir: true,
    // Browsers of 2024 and later.
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    // What the bundle is made of, with the licenses.
    license: { fileName: 'licenses.md' },
  },
});
