import { doctorDoc } from '../../openapi/service-docs.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { json } from '../message.ts';
import { noParameters } from '../parameters.ts';

/** What reads large tables from end to end, for superusers (CONTRACT §15). */
export const getDoctor: Endpoint = endpoint({
  method: 'GET',
  path: '/doctor',
  access: 'staff',
  right: 'superuser',
  parameters: noParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run({ service }) {
      return json(200, JSON.stringify(await service.doctor.report()));
    },
  },
  doc: doctorDoc,
});
