import { grimoireExtension } from '@grimoire/ui/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [grimoireExtension()] });
