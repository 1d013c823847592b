import Koa from 'koa';
import { toNodeHandler } from 'grimoire';
import admin from './grimoire.config.ts';

const app = new Koa();
const handleAdmin = toNodeHandler(admin.withDashboard());

app.use((context, next) => {
  if (!context.path.startsWith('/admin')) return next();
  // The admin sends the response itself.
  context.respond = false;
  handleAdmin(context.req, context.res);
});
app.use((context) => void (context.body = 'The application'));

app.listen(Number(process.env.PORT ?? 3000));
