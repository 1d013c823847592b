import { z } from 'zod';
import { passwordMark } from '../auth/passwords/password-credential.ts';
import { passwordProof } from '../auth/passwords/password-proof.ts';
import { bodyOf } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { anyParameters } from '../http/parameters.ts';
import { clientTrace, done, hasSignIns } from './exchange-parts.ts';
import type { ServedMethod } from './method.ts';
import { proofEndpoint, sentAlways } from './proof-endpoint.ts';
import { loginDoc, passwordDoc } from './sign-in-docs.ts';

const password = z.string().max(4096);

const logIn: Endpoint = proofEndpoint({
  path: '/auth/login',
  shape: z.strictObject({ ...sentAlways, password }),
  proofOf: (sent, device, { staff }) => passwordProof(staff, { ...sent, device }),
  doc: loginDoc,
});

/** Changes the password of the user; all other sign-ins of the user end. */
const changePassword: Endpoint = endpoint({
  method: 'POST',
  path: '/auth/password',
  access: 'staff',
  isServed: hasSignIns,
  right: null,
  parameters: anyParameters,
  body: bodyOf(z.strictObject({ old_password: password, new_password: password })),
  handler: {
    kind: 'respond',
    changesRows: true,
    async run(call) {
      const { body, request, service, user } = call;
      const device = service.cookies.deviceOf(request, user.username);
      await service.passwordChanges.change(user, { old: body.old_password, new: body.new_password, device }, clientTrace(call));
      return done;
    },
  },
  doc: passwordDoc,
});

/** Signs in by a name and a password (CONTRACT §10). */
export const byPassword: ServedMethod = {
  name: 'password',
  ways: { passwords: true },
  endpoints: [logIn, changePassword],
  holds: (mark, user) => mark === passwordMark(user.password),
};
