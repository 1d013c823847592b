import { createServer } from 'node:http';
import { toNodeHandler } from 'grimoire';
import admin from './grimoire.config.ts';

const handleAdmin = toNodeHandler(admin.withDashboard());

createServer({ maxHeaderSize: 65_536 }, (request, response) => {
  if (request.url?.startsWith('/admin')) handleAdmin(request, response);
  else response.end('The application');
}).listen(Number(process.env.PORT ?? 3000));
