import { nextHandlers } from 'grimoire/next';
import admin from '../../../grimoire.config';

export const { GET, HEAD, POST, PATCH, DELETE, OPTIONS } = nextHandlers(admin, { behindProxy: true });
