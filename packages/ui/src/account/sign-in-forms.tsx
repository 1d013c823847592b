import type { SignInWays } from '@grimoire/protocol';
import type { ComponentType } from 'react';
import { useService } from '../session/service.ts';
import { CredentialsForm } from './credentials-form.tsx';

interface SignInFormsProps {
  /** Signs in. A form shows the error that it throws. */
  readonly onSubmit: (credentials: { username: string; password: string }) => Promise<unknown>;
}

/** One way to sign in, as the dashboard shows it. */
interface Way {
  readonly name: string;
  readonly isOffered: (signIn: SignInWays) => boolean;
  readonly Form: ComponentType<SignInFormsProps>;
}

/** The ways to sign in, in the order in which they are shown. */
const ways: readonly Way[] = [{ name: 'password', isOffered: ({ passwords }) => passwords, Form: CredentialsForm }];

/** The forms of those ways to sign in that the service has. */
export function SignInForms({ onSubmit }: SignInFormsProps) {
  const { settings } = useService();
  return ways.map(({ name, isOffered, Form }) => isOffered(settings.signIn) && <Form key={name} onSubmit={onSubmit} />);
}
