import fastify from 'fastify';
import { grimoire } from 'grimoire/fastify';
import admin from './grimoire.config.ts';

const app = fastify();
app.get('/', () => 'The application');

await app.register(grimoire, { admin });

await app.listen({ port: Number(process.env.PORT ?? 3000) });
