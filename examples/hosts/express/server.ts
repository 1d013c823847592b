import express from 'express';
import { toNodeHandler } from 'grimoire';
import admin from './grimoire.config.ts';

const app = express();
// The admin may be behind the parsers of the application, and under a router.
app.use(express.json());
app.use(express.urlencoded());
app.get('/', (_request, response) => void response.send('The application'));

const staff = express.Router();
staff.use('/admin', toNodeHandler(admin.withDashboard()));
app.use(staff);

app.listen(Number(process.env.PORT ?? 3000));
