import { describe, expect, test } from 'vitest';
import { type Private, redact } from '../../../electron/incidents/report/redact.ts';
import { createRedaction } from '../../../electron/incidents/report/redaction.ts';
import { promptKeysOf } from '../../../shared/prompt-keys.ts';

const here: Private = { folders: [], names: [], prompts: [] };
const clean = (text: string, secrets: Partial<Private> = {}): string => redact(text, { ...here, ...secrets }, createRedaction());

describe('folders of people and their names', () => {
  test.each<[string, string]>([
    ['C:\\Users\\mira\\ComfyUI\\main.py', 'C:\\Users\\<name>\\ComfyUI\\main.py'],
    ['File "C:\\Users\\Mira van Dyk\\ComfyUI\\nodes.py", line 3', 'File "C:\\Users\\<name>\\ComfyUI\\nodes.py", line 3'],
    ['C:\\Users\\홍 길동\\AppData', 'C:\\Users\\<name>\\AppData'],
    ['C:\\\\Users\\\\홍길동\\\\x', 'C:\\\\Users\\\\<name>\\\\x'],
    ['C:/Users/홍길동/x', 'C:/Users/<name>/x'],
    ['c:\\users\\MIRA~1.DYK\\temp', 'c:\\users\\<name>\\temp'],
    ['file:///C:/Users/mira/x.png', 'file:///C:/Users/<name>/x.png'],
    ['C:\\Documents and Settings\\mira\\x', 'C:\\Documents and Settings\\<name>\\x'],
    ['/home/mira/comfy/main.py', '/home/<name>/comfy/main.py'],
    ['/Users/mira.k/comfy', '/Users/<name>/comfy'],
    ['cd /home/mira', 'cd /home/<name>'],
    ["PosixPath('/home/mira')", "PosixPath('/home/<name>')"],
    ['/mnt/c/Users/mira/comfy', '/mnt/c/Users/<name>/comfy'],
    ['\\\\wsl$\\Ubuntu\\home\\mira\\comfy', '\\\\wsl$\\Ubuntu\\home\\<name>\\comfy'],
    ['\\\\wsl.localhost\\Ubuntu\\home\\mira\\comfy', '\\\\wsl.localhost\\Ubuntu\\home\\<name>\\comfy'],
    ['USERNAME=mira COMPUTERNAME=ATELIER\nfrom Atelier', 'USERNAME=<name> COMPUTERNAME=<name>\nfrom <name>'],
    ["'LOGNAME': 'mira'", "'LOGNAME': '<name>'"],
    ['\\\\ATELIER-NAS\\models\\flux', '\\\\<name>\\models\\flux'],
    ['"C:\\Users\\Mira van Dyk"', '"C:\\Users\\<name>"'],
    ['in C:\\Users\\Mira van Dyk\\x, then cd C:\\Users\\Mira van Dyk', 'in C:\\Users\\<name>\\x, then cd C:\\Users\\<name>'],
    ['\\\\ATELIER\\Users\\mira\\x', '\\\\<name>\\Users\\<name>\\x'],
    ['\\\\ATELIER\\mira$\\x and \\\\ATELIER\\C$\\x', '\\\\<name>\\<name>$\\x and \\\\<name>\\C$\\x'],
    ['//wsl.localhost/Ubuntu/home/홍길동/x', '//wsl.localhost/Ubuntu/home/<name>/x'],
    ['/media/mira/DISK/x /run/media/mira/y/z', '/media/<name>/DISK/x /run/media/<name>/y/z'],
    ["/Volumes/Mira's SSD/models/x", '/Volumes/<name>/models/x'],
    ['/var/home/mira/x', '/var/home/<name>/x'],
    ['cd /home/mirako and then /usr/x as mirako', 'cd /home/<name> and then /usr/x as <name>'],
    ['file:///home/mira%20k/x', 'file:///home/<name>/x'],
    ['C:\\Users\\a b\\OneDrive - Contoso GmbH\\x', 'C:\\Users\\<name>\\OneDrive - <name>\\x'],
    ['/root/ComfyUI/main.py', '/root/ComfyUI/main.py'],
    ['/home/<name>/x', '/home/<name>/x'],
    ['\\\\?\\D:\\models\\x', '\\\\?\\D:\\models\\x'],
  ])('%s', (text, expected) => expect(clean(text)).toBe(expected));

  test('a name found in a path is taken out wherever it stands alone', () => {
    expect(clean('/home/mirako/x\nuser mirako logged in, mirakon did not; MIRAKO@box')).toBe(
      '/home/<name>/x\nuser <name> logged in, mirakon did not; <name>@box',
    );
  });

  test('a common word stays where it is no folder of somebody', () => {
    expect(clean('C:\\Users\\user\\x: the user is asked, /home/ubuntu/x on ubuntu')).toBe(
      'C:\\Users\\<name>\\x: the user is asked, /home/<name>/x on ubuntu',
    );
  });

  test('known folders by their words, the inner one first, in any spelling', () => {
    const folders = [
      { path: '/home/mira', word: '<home>' },
      { path: '/home/mira/내 작업/ComfyUI', word: '<ComfyUI>' },
      { path: 'D:\\KI Bilder\\ComfyUI', word: '<ComfyUI>' },
    ];
    expect(clean('/home/mira/내 작업/ComfyUI/main.py /home/mira/x /home/mira2/x', { folders })).toBe(
      '<ComfyUI>/main.py <home>/x /home/<name>/x',
    );
    expect(clean('"D:\\\\KI Bilder\\\\ComfyUI\\\\models" d:/ki bilder/comfyui/x', { folders })).toBe(
      '"<ComfyUI>\\\\models" <ComfyUI>/x',
    );
  });

  test('login name and name of the machine', () => {
    expect(clean('mira@ATELIER-PC ~ % python', { names: ['mira', 'atelier-pc'] })).toBe('<name>@<name> ~ % python');
  });
});

describe('secrets', () => {
  test.each<[string, string]>([
    ['HF_TOKEN=hf_abcdefghijklmnop', 'HF_TOKEN=<secret>'],
    ['export HF_TOKEN="abc def"', 'export HF_TOKEN="<secret>"'],
    ['set HF_TOKEN=abc', 'set HF_TOKEN=<secret>'],
    ["os.environ['HF_TOKEN'] = 'abc'", "os.environ['HF_TOKEN'] = '<secret>'"],
    ['{"HF_TOKEN": "abcdef123"}', '{"HF_TOKEN": "<secret>"}'],
    ['body "{\\"HF_TOKEN\\": \\"abcdef\\"}"', 'body "{\\"HF_TOKEN\\": \\"<secret>"}"'],
    ["{'api_key': 'q9'}", "{'api_key': '<secret>'}"],
    ['CIVITAI_API_KEY = 0123456789abcdef', 'CIVITAI_API_KEY = <secret>'],
    ['--comfy-api-key abcdef --port 8188', '--comfy-api-key <secret> --port 8188'],
    ['--api-key=abcdef', '--api-key=<secret>'],
    ['using key sk-proj-AbCdEf0123456789', 'using key <secret>'],
    ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer <secret>'],
    ["{'Authorization': 'Basic dXNlcjpwYXNz'}", "{'Authorization': 'Basic <secret>'}"],
    [
      'GET https://civitai.com/api/download/1?type=Model&token=0123abcd HTTP/1.1',
      'GET https://civitai.com/api/download/1?type=Model&token=<secret> HTTP/1.1',
    ],
    [
      'https://s3/x?X-Amz-Credential=AK%2F1&X-Amz-Signature=abc&x=1',
      'https://<address>/x?X-Amz-Credential=<secret>&X-Amz-Signature=<secret>&x=1',
    ],
    ['http://mira:pa55@proxy.lan:3128/', 'http://<secret>@<address>:3128/'],
    ['http://mira:p@ss@w0rd@proxy.example.org:3128/', 'http://<secret>@proxy.example.org:3128/'],
    ['http://mira:p/a?s#s@proxy.example.org/x', 'http://<secret>@proxy.example.org/x'],
    ['HTTPS_PROXY=http://mira:a%40b:c@proxy.example.org', 'HTTPS_PROXY=http://<secret>@proxy.example.org'],
    ['postgresql://mira:비밀@번호@db.example.org/x', 'postgresql://<secret>@db.example.org/x'],
    ['ssh://mira@box.example.org', 'ssh://<secret>@box.example.org'],
    ['http://h.example/x?pw=hunter2&a=1', 'http://h.example/x?pw=<secret>&a=1'],
    ['http://h.example/x?db_pw=hunter2', 'http://h.example/x?db_pw=<secret>'],
    ['http://h.example/x?pass=hunter2;pwd=b', 'http://h.example/x?pass=<secret>;pwd=<secret>'],
    ['http://h.example/x?passcode=1&sig=a%2Fb&sv=1', 'http://h.example/x?passcode=<secret>&sig=<secret>&sv=1'],
    ['http://h.example/cb#access_token=abc&state=1', 'http://h.example/cb#access_token=<secret>&state=1'],
    ['http://h.example/cb?code=4/0AX4XfWh-abcdef', 'http://h.example/cb?code=<secret>'],
    ['http://h.example/x?code=404', 'http://h.example/x?code=404'],
    ['http://h.example/x?sessionid=q1&jwt=q2', 'http://h.example/x?sessionid=<secret>&jwt=<secret>'],
    ['pw=hunter2', 'pw=<secret>'],
    ['db_pw: hunter2', 'db_pw: <secret>'],
    ['--pw hunter2', '--pw <secret>'],
    ['password: correct horse battery', 'password: <secret>'],
    ['DB_PASSWORD=correct horse battery\nnext', 'DB_PASSWORD=<secret>\nnext'],
    ['Authorization: 0123456789abcdef', 'Authorization: <secret>'],
    ['authorization: ApiKey abc def', 'authorization: ApiKey <secret>'],
    ['Proxy-Authorization: Basic bWlyYTpx', 'Proxy-Authorization: Basic <secret>'],
    [
      'Authorization: AWS4-HMAC-SHA256 Credential=AK/1/s3, SignedHeaders=host, Signature=abc',
      'Authorization: AWS4-HMAC-SHA256 <secret>',
    ],
    ['"Authorization":"Digest username=\\"mira\\""', '"Authorization":"Digest <secret>"'],
    ["cookies={'session': 'abc', 'id': '1'}", 'cookies=<secret>'],
    [`${'MTk4NjIyNDgzNDcxOTI1MjQ4'}.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs`, '<secret>'],
    [`${'xai'}-abcdefghijklmnopqrst and ${'tskey'}-auth-abcdefghijklmnop`, '<secret> and <secret>'],
    ['eyJhbGciOiJSU0EifQ.abcd.efgh.ijkl.mnop', '<secret>'],
    ['AWS_SESSION_TOKEN=FwoGZXIvYXdz//////////wEaDA==', 'AWS_SESSION_TOKEN=<secret>'],
    ['AccountName=x;AccountKey=abc+/def==;EndpointSuffix=y', 'AccountName=x;AccountKey=<secret>;EndpointSuffix=y'],
    ['git clone https://ghp_abcdefghijklmnopqrstuvwx@github.com/x/y', 'git clone https://<secret>@github.com/x/y'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '<secret>'],
    ['Set-Cookie: session=abc; Path=/', 'Set-Cookie: <secret>'],
    ['"token": "abcdefgh"', '"token": "<secret>"'],
    ['X-API-Key: abcdef', 'X-API-Key: <secret>'],
    ['password: correct-horse', 'password: <secret>'],
    // Each put together here, so that nobody takes the example for a key that leaked.
    [`pay with ${'sk'}_live_4eC39HqLyjWDarj`, 'pay with <secret>'],
    [`${'gsk'}_ABCDEFGHIJKLMNOP12345678`, '<secret>'],
    [`auth ya29.a0AfH6SMBx-abcdefg`, 'auth <secret>'],
    [`bot ${'123456789'}:AAF-abcdefghijklmnopqrstuvwxyz12345 sends`, 'bot <secret> sends'],
    [
      'POST https://discord.com/api/webhooks/1234567890/abcDEF-ghiJKL_mno',
      'POST https://discord.com/api/webhooks/1234567890/<secret>',
    ],
    [`https://hooks.slack.com/${'services'}/T00/B00/XXXXXXXX`, `https://hooks.slack.com/services/<secret>`],
    ["['main.py', '--api-key', 's3cret', '--listen']", "['main.py', '--api-key', '<secret>', '--listen']"],
    ['[\n  "--api-key",\n  "s3cret"\n]', '[\n  "--api-key",\n  "<secret>"\n]'],
    ['WANDB_API_KEY 0123456789abcdef', 'WANDB_API_KEY <secret>'],
    ['ngrok authtoken 2abcDEFghiJKLmno', 'ngrok authtoken <secret>'],
    ['password is hunter2secret', 'password is <secret>'],
    ['Password for mira: hunter2secret', 'Password for mira: <secret>'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nnext', '<secret>\nnext'],
  ])('%s', (text, expected) => expect(clean(text)).toBe(expected));

  test.each([
    'lora key not loaded: lora_unet_blocks_0_attn.alpha',
    "clip missing: ['text_projection.weight']",
    "left over keys: dict_keys(['model.diffusion_model.x'])",
    'Missing key(s) in state_dict: "a.weight", "b.weight"',
    "KeyError: 'sampler_name'",
    'Token indices sequence length is longer than 77 tokens',
    'TOKENIZERS_PARALLELISM=false',
    'tokens: 77, max_tokens=512',
    'NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync',
    'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    'RuntimeError: CUDA error: unknown error',
    'the key is missing',
    "['main.py', '--api-key', '--listen']",
    "['--preview-method', 'latent2rgb', '--listen', '0.0.0.0']",
    'the password is required for this model',
    'PYTORCH_CUDA_ALLOC_CONF 12345678abc',
    'CUBLAS_WORKSPACE_KEY is not set',
  ])('ordinary words stay: %s', (text) => expect(clean(text)).toBe(text));
});

describe('addresses', () => {
  test.each<[string, string]>([
    ['host=10.1.2.3, port=1', 'host=<address>, port=1'],
    ['connected to 192.168.0.17:8188', 'connected to <address>:8188'],
    ['from 2001:db8:85a3::8a2e:370:7334 port 1', 'from <address> port 1'],
    ['fe80::1ff:fe23:4567:890a%eth2', '<address>'],
    ['00:1A:2B:3C:4D:5E', '<address>'],
    ['mail mira.k+ai@studio.example.org now', 'mail <e-mail> now'],
    ['마일 주소 mira@studio.kr 입니다', '마일 주소 <e-mail> 입니다'],
    ['müller@bücher.de and 홍길동@예시.한국', '<e-mail> and <e-mail>'],
    ['?to=mira%40studio.org', '?to=<e-mail>'],
    ['GET http://atelier:8188/prompt', 'GET http://<address>:8188/prompt'],
    ['ws://gpu-box.local:8188/ws and https://nas.fritz.box/x', 'ws://<address>:8188/ws and https://<address>/x'],
  ])('%s', (text, expected) => expect(clean(text)).toBe(expected));

  test.each([
    'To see the GUI go to: http://127.0.0.1:8188',
    'listening on 0.0.0.0 and ::1',
    'nvidia-cublas-cu12==12.8.4.1',
    'nvidia_cublas_cu12-12.8.4.1.dist-info',
    'driver 32.0.15.6603',
    'at 12:34:56 and 1:02:03.5',
    'c10::cuda::CUDACachingAllocator::raw_delete(void*)',
    'std::bad_alloc',
    '@torch.no_grad()',
    'user@host',
    'https://github.com/user/pack@v1.2.3',
    'http://localhost:8188/view?name=a@b',
    'https://huggingface.co/black-forest-labs/FLUX.1-dev',
    'threading.local and torch.internal',
  ])('no addresses: %s', (text) => expect(clean(text)).toBe(text));
});

describe('prompts', () => {
  const prompts = ['a castle of "glass",\nan old friend\'s garden', '고양이와 바다가 있는 풍경', 'cat'];
  test.each<[string, string]>([
    ['prompt: a castle of "glass",\nan old friend\'s garden.', 'prompt: <prompt>.'],
    ['{"text": "a castle of \\"glass\\",\\nan old friend\'s garden"}', '{"text": "<prompt>"}'],
    ["{'text': 'a castle of \"glass\",\\nan old friend\\'s garden'}", "{'text': '<prompt>'}"],
    ["only an old friend's garden here", 'only <prompt> here'],
    ['text 고양이와 바다가 있는 풍경', 'text <prompt>'],
    [
      `"${[...'고양이와 바다가 있는 풍경'].map((c) => (c < '\u0080' ? c : `\\u${c.charCodeAt(0).toString(16)}`)).join('')}"`,
      '"<prompt>"',
    ],
    ['"text": "cat", concatenate', '"text": "<prompt>", concatenate'],
    ['encoding: 고양이와 바다가 있는 풍경', 'encoding: <prompt>'],
    ['node got a castle of "glass", only', 'node got <prompt> only'],
  ])('%s', (text, expected) => expect(clean(text, { prompts })).toBe(expected));

  test('stay where nobody minds', () => expect(clean('a castle of glass')).toBe('a castle of glass'));
});

test('what was taken out is counted by kind', () => {
  const redaction = createRedaction();
  redact('/home/mira/x hf_abcdefghijkl 10.0.0.7 10.0.0.8 mira@studio.example.org', { ...here, prompts: ['x'] }, redaction);
  expect(redaction.counts()).toEqual(
    expect.arrayContaining([
      { kind: 'folder', count: 1 },
      { kind: 'secret', count: 1 },
      { kind: 'address', count: 2 },
      { kind: 'email', count: 1 },
    ]),
  );
});

test('a megabyte of the worst input takes no time that a person would notice', () => {
  for (const piece of ['=', 'a=', '/', '\\\\', '1.', 'a:', '@', 'token ', 'Bearer ', 'Users\\', 'x'.repeat(100), '한 ']) {
    const started = performance.now();
    clean(piece.repeat(Math.ceil(100_000 / piece.length)), { names: ['mira'], prompts: ['something long enough'] });
    expect(performance.now() - started, piece).toBeLessThan(5_000);
  }
});

test('texts of a form count as prompts with or without a role; what is chosen or counted does not', () => {
  const keys = promptKeysOf([
    { key: 'positive', type: 'text', role: 'prompt' },
    { key: 'negative', type: 'text', role: 'negative' },
    { key: 'style', type: 'text' },
    { key: 'mood', type: 'choice', role: 'prompt' },
    { key: 'model', type: 'choice', role: 'model' },
    { key: 'steps', type: 'integer', role: 'steps' },
  ]);
  expect(keys).toEqual(['positive', 'negative', 'style', 'mood']);
});
