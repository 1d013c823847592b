import { type ReactNode, useState } from 'react';
import { imageAddress } from './image-address.ts';
import { useService } from '../session/service.ts';
import { colors } from '../theme/tokens.ts';
import { initialsOf, placeOf } from './initials.ts';

interface AvatarProps {
  /** The name, which stands beside it. */
  readonly name: string;
  /** The address of a picture, which is shown where the settings name its host. */
  readonly picture?: string | undefined;
  /** Pixels. */
  readonly size?: number;
}

/** A person as a picture, or as initials on a color that is always the same for a name. Nothing for screen readers: the name is beside it. */
export function Avatar({ name, picture = '', size = 24 }: AvatarProps) {
  const { imageHosts } = useService().settings;
  const [broken, setBroken] = useState<string | null>(null);
  const address = picture === '' ? undefined : imageAddress(picture, { imageHosts, protocol: location.protocol });
  const square = { width: size, height: size };
  if (address !== undefined && broken !== address) {
    const attributes = { src: address, loading: 'lazy', referrerPolicy: 'no-referrer' } as const;
    return <img alt="" className="dash-avatar" {...attributes} onError={() => setBroken(address)} style={square} />;
  }
  return (
    <span
      aria-hidden
      className="dash-avatar"
      data-letters={initialsOf(name)}
      data-look={placeOf(name, colors.light.people.length)}
      style={{ ...square, fontSize: Math.round(size * 0.42) }}
    />
  );
}

/** A person's name with their picture before it. */
export function Person({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span className="dash-person">
      <Avatar name={name} size={20} />
      <span className="dash-person-name">{children}</span>
    </span>
  );
}
