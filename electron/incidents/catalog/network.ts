import type { Evidence } from '../evidence.ts';
import { type Rule, run, text } from './rule.ts';

const failedTransfer =
  /Max retries exceeded with url|LocalEntryNotFoundError|SSLEOFError|CERTIFICATE_VERIFY_FAILED|cannot find the requested files in the local cache|\b40[134] Client Error|RepositoryNotFoundError|OfflineModeIsEnabled|Failed to establish a new connection|NameResolutionError|ConnectTimeout|ReadTimeout|We couldn't connect to '|Temporary failure in name resolution|urlopen error|ClientConnectorError|ConnectionError: \(?['"]|RemoteDisconnected|IncompleteRead/;

/** The failure itself is about a transfer; what packs say about their updates is not. */
const failsToDownload = ({ scope, tracebacks }: Evidence): readonly number[] | null => {
  const raised = tracebacks.find(({ type, message }) => failedTransfer.test(`${type}: ${message}`));
  if (raised?.exceptionLine) return [raised.exceptionLine];
  const line = scope.find(
    ({ text: each, role }) => role === 'text' && !each.startsWith('[') && !each.startsWith('FETCH') && failedTransfer.test(each),
  );
  return line ? [line.n] : null;
};

/** Downloads, accounts and who may send requests. */
export const networkRules: readonly Rule[] = [
  {
    id: 'api-node-login',
    layer: 'config',
    confidence: 'high',
    all: [text('Unauthorized: Please login first to use this node')],
    remedies: ['log-in', 'send-api-key', 'replace-api-node'],
  },
  {
    id: 'api-node-no-credits',
    layer: 'config',
    confidence: 'high',
    all: [text('Payment Required: Please add credits')],
    remedies: ['buy-credits', 'replace-api-node', 'ask-provider'],
  },
  {
    id: 'hf-gated-repo',
    layer: 'system',
    confidence: 'high',
    any: [text(['Cannot access gated repo', 'GatedRepoError', 'You are trying to access a gated repo'])],
    remedies: ['accept-licence', 'download-by-hand', 'use-ungated-model'],
  },
  {
    id: 'network-download-failed',
    layer: 'system',
    confidence: 'high',
    test: failsToDownload,
    testAnchors: [
      'Max retries exceeded',
      'LocalEntryNotFound',
      'CERTIFICATE_VERIFY',
      'Client Error',
      'Connection',
      'urlopen error',
      'Timeout',
      'local cache',
      'connect',
    ],
    remedies: ['check-connection', 'download-by-hand'],
  },
  {
    id: 'request-origin-mismatch',
    layer: 'config',
    applies: 'advisory',
    confidence: 'high',
    any: [
      run('request with non matching host and origin', /request with non matching host and origin \S+ != \S*, returning 403/),
    ],
    remedies: ['open-printed-url', 'enable-cors'],
  },
  {
    id: 'upload-too-large',
    layer: 'config',
    applies: 'advisory',
    confidence: 'high',
    any: [run('Maximum request body size', /Maximum request body size \d+ exceeded/)],
    remedies: ['raise-upload-limit'],
  },
];
