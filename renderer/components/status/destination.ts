/** The computer that photographs are sent to by a service. Pure. */
import type { TFunction } from 'i18next';
import type { Profile } from '../../../contract/services/profile.ts';

export type Destination =
  | { readonly kind: 'here' }
  /** Another program on this computer. */
  | { readonly kind: 'local'; readonly host: string }
  | { readonly kind: 'away'; readonly host: string; readonly isEncrypted: boolean };

export function destinationOf({ kind, baseUrl }: Pick<Profile, 'kind' | 'baseUrl'>): Destination | null {
  if (kind === 'built-in') return { kind: 'here' };
  const address = URL.parse(baseUrl);
  if (address === null || address.host === '') return null;
  const { host, hostname, protocol } = address;
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  return isLocal ? { kind: 'local', host } : { kind: 'away', host, isEncrypted: protocol === 'https:' };
}

export function destinationText(to: Destination, t: TFunction): string {
  switch (to.kind) {
    case 'here':
      return t('privacy.here');
    case 'local':
      return t('privacy.local', { host: to.host });
    case 'away':
      return to.isEncrypted ? t('privacy.away', { host: to.host }) : t('privacy.awayPlain', { host: to.host });
  }
}
