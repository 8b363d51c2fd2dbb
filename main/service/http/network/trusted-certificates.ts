import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Before any additions. */
const nodeCertificates = getCACertificates('default');
let trustedFiles: string | null = null;

/**
 * Trusts `files` (PEM) too, in this whole process. Unreadable ones are skipped.
 * @returns whether the list changed
 */
export function trustCertificates(files: readonly string[]): boolean {
  const requested = JSON.stringify(files);
  if (trustedFiles === requested) return false;
  trustedFiles = requested;
  const all = new Set([...nodeCertificates, ...getCACertificates('system'), ...files.flatMap(readCertificates)]);
  setDefaultCACertificates([...all]);
  return true;
}

/** Returns the certificates of a PEM file, none if any is damaged. */
export function readCertificates(file: string): readonly string[] {
  try {
    return parseCertificates(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** @throws if one of them is damaged */
function parseCertificates(pem: string): readonly string[] {
  const found = pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g) ?? [];
  return found.map((text) => new X509Certificate(text).toString());
}
