import { doctorDoc } from './doctor-doc.ts';
import { noBody } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { json } from '../http/message.ts';
import { doctorKey } from './state.ts';
import { noParameters } from '../http/parameters.ts';

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
      return json(200, JSON.stringify(await service.states.of(doctorKey).report()));
    },
  },
  doc: doctorDoc,
});
