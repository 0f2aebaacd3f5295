import { codeOf } from '../lib/code-of.ts';

/** Why a connection did not come about, as kinds that call for different advice. */
type NetworkFaultKind = 'refused' | 'unknown-host' | 'timeout' | 'certificate' | 'no-tls' | 'not-http' | 'broken';

export interface NetworkFault {
  kind: NetworkFaultKind;
  /** In the system's or OpenSSL's own words, for the log and for "(…)" in a sentence. */
  reason: string;
}

const kinds: Record<string, NetworkFaultKind> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unknown-host',
  ENETUNREACH: 'unknown-host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  CERT_HAS_EXPIRED: 'certificate',
  CERT_NOT_YET_VALID: 'certificate',
  CERT_UNTRUSTED: 'certificate',
  EPROTO: 'no-tls',
};

/** Sorts an error of node's network layer. A name with several addresses fails with a list: its first entry tells. Pure. */
export const networkFault = (error: unknown): NetworkFault => {
  if (error instanceof AggregateError && error.errors.length > 0) return networkFault(error.errors[0]);
  if (!(error instanceof Error)) return { kind: 'broken', reason: String(error) };
  const code = codeOf(error);
  const kind = code.startsWith('ERR_SSL_') ? 'no-tls' : code.startsWith('HPE_') ? 'not-http' : 'broken';
  return { kind: kinds[code] ?? kind, reason: error.message || code };
};
