import type { Attributes, Span, Tracer } from '@opentelemetry/api';
import type { TraceRequest } from '../service/served-request.ts';
import type { RequestWork } from '../process/request-work.ts';

/** Where version 1 of the OpenTelemetry API keeps what an SDK has registered. */
const registered = Symbol.for('opentelemetry.js.api.1');

/** The API's code for a span that failed. */
const failed = 2;

/**
 * A span for each request, with its route and model, if the host has set up OpenTelemetry before the service starts; otherwise undefined.
 * Spans of the host, such as those of the driver, are below it.
 */
export async function requestTracing(): Promise<TraceRequest | undefined> {
  if (!(registered in globalThis)) return undefined;
  // If the package manager gives the package to the SDK alone, there are no spans.
  const api = await import('@opentelemetry/api').catch(() => null);
  return api ? tracedBy(api.trace.getTracer('grimoire')) : undefined;
}

function tracedBy(tracer: Tracer): TraceRequest {
  return (method, work, job) =>
    tracer.startActiveSpan(`grimoire ${method}`, async (span) => {
      try {
        const response = await job();
        describe(span, { method, work, status: response.status });
        return response;
      } finally {
        span.end();
      }
    });
}

interface Traced {
  readonly method: string;
  readonly work: RequestWork;
  readonly status: number;
}

/** Names and attributes are those of the configuration: no key, value or user. */
function describe(span: Span, { method, work, status }: Traced): void {
  const { route, model } = work.about;
  if (route !== undefined) span.updateName(`grimoire ${method} ${route}`);
  const attributes: Attributes = {
    'http.request.method': method,
    'http.response.status_code': status,
    'grimoire.statements': work.statements,
    'grimoire.rows': work.rows,
    ...(route === undefined ? {} : { 'http.route': route }),
    ...(model === undefined ? {} : { 'grimoire.model': model }),
  };
  span.setAttributes(attributes);
  if (status >= 500) span.setStatus({ code: failed });
}
