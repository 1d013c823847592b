import type { LoginAnswer, SessionAnswer } from '@grimoire/protocol';
import { z, type ZodType } from 'zod';
import type { Prove } from '../auth/proof.ts';
import { bodyOf } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import { type HttpResponse, json } from '../http/message.ts';
import { anyParameters } from '../http/parameters.ts';
import type { HttpService } from '../http/service.ts';
import type { EndpointDoc } from '../openapi/endpoint-doc.ts';
import { ofStranger } from '../request/json.ts';
import { clientTrace, hasSignIns } from './exchange-parts.ts';

/** What every sign-in sends. */
export const sentAlways: { readonly username: z.ZodString; readonly session: z.ZodOptional<z.ZodBoolean> } = {
  username: z.string().max(1000),
  session: z.boolean().optional(),
};

/** The same, as read. */
interface SentAlways {
  /** The account, by which attempts are counted. */
  readonly username: string;
  /** Whether the client wants the cookies of a session instead of tokens. */
  readonly session?: boolean | undefined;
}

/** A request that proves who somebody is. */
interface ProofRequest<Sent extends SentAlways> {
  readonly path: `/${string}`;
  /** The shape of its body, which has the members of {@link sentAlways}. */
  readonly shape: ZodType<Sent>;
  /** @param device the mark of a browser that has signed in to the account before. */
  readonly proofOf: (sent: Sent, device: string | null, service: HttpService) => ReturnType<Prove>;
  readonly doc: EndpointDoc | null;
}

/** An endpoint that signs in by a proof: the response has tokens, or with `session` the cookies of a session (CONTRACT §10). */
export function proofEndpoint<Sent extends SentAlways>({ path, shape, proofOf, doc }: ProofRequest<Sent>): Endpoint {
  return endpoint({
    method: 'POST',
    path,
    access: 'public',
    isServed: hasSignIns,
    right: null,
    parameters: anyParameters,
    body: bodyOf(shape, ofStranger),
    handler: {
      kind: 'respond',
      run(call) {
        const { body, request, service } = call;
        const device = service.cookies.deviceOf(request, body.username);
        return signIn(call, { ...body, device }, () => proofOf(body, device, service));
      },
    },
    doc,
  });
}

async function signIn(exchange: Exchange, sent: SentAlways & { readonly device: string | null }, prove: Prove): Promise<HttpResponse> {
  const { service } = exchange;
  const { username, session, device } = sent;
  const wantsSession = session === true || service.settings.auth === 'session';
  const signedIn = await service.accounts.signIn({ username, device }, prove, wantsSession ? 'session' : 'token', clientTrace(exchange));
  const user = service.settings.userPayload(signedIn.user);
  if ('tokens' in signedIn) {
    const answer: LoginAnswer = { ...signedIn.tokens, user };
    return service.cookies.withKnownDevice(json(200, JSON.stringify(answer)), exchange, username);
  }
  const answer: SessionAnswer = { user };
  const response = service.cookies.withSession(json(200, JSON.stringify(answer)), exchange, signedIn.session);
  return service.cookies.withKnownDevice(response, exchange, username);
}
