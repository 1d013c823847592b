import type { RequestHandler } from '@sveltejs/kit';
import admin from '../../../../grimoire.config.ts';

const { fetch: fetchAdmin } = admin.withDashboard();

export const trailingSlash = 'ignore';

export const fallback: RequestHandler = ({ request, getClientAddress }) => fetchAdmin(request, { remoteAddress: getClientAddress() });
