import { ApiError, type Problem } from '../errors.ts';

/** The body that react-admin reads from an error: messages for the inputs of a form, and one for the whole form. */
interface FormErrors {
  readonly errors: Readonly<Record<string, string | { readonly serverError: string }>>;
}

/** An {@link ApiError} whose messages react-admin shows at their fields. */
export class RequestError extends ApiError {
  readonly body: FormErrors | undefined;

  constructor(error: ApiError) {
    super(error.problem, error.status, { cause: error });
    this.name = 'RequestError';
    this.body = formErrorsOf(error.problem);
  }
}

function formErrorsOf(problem: Problem): FormErrors | undefined {
  if (problem.kind !== 'invalid') return undefined;
  const { non_field_errors: general, detail, ...fields } = problem.fields;
  const errors = Object.entries(fields).map(([name, messages]) => [name, messages.join(' ')] as const);
  const all = general ?? detail;
  return { errors: { ...Object.fromEntries(errors), ...(all ? { root: { serverError: all.join(' ') } } : {}) } };
}

/** Turns the failure of a call into a {@link RequestError}. */
export async function forReactAdmin<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof ApiError ? new RequestError(error) : error;
  }
}
