// The page of /docs/: asks for the document, for a sign-in where there is none, and shows it. Nothing leaves this origin.
const base = document.documentElement.dataset.base;
const form = document.querySelector('form');
const problem = document.querySelector('[role=alert]');
let token = null;

const withToken = (headers = {}) => (token === null ? headers : { ...headers, Authorization: `Bearer ${token}` });

function cookie(name) {
  return (
    document.cookie
      .split('; ')
      .find((part) => part.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? ''
  );
}

// Descriptions are texts of people, and no markup: the viewer would load the images that they name, and follow their links.
const plainTexts = ({ React }) => ({
  wrapComponents: {
    Markdown:
      () =>
      ({ source }) =>
        React.createElement('p', null, source),
  },
});

async function show() {
  const answer = await fetch(`${base}/openapi.json`, { headers: withToken() });
  form.hidden = answer.ok;
  if (!answer.ok) return;
  const spec = await answer.json();
  window.SwaggerUIBundle({
    spec,
    dom_id: '#document',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    validatorUrl: null,
    plugins: [plainTexts],
    requestInterceptor: (request) => {
      request.headers = withToken(request.headers);
      if (token === null) request.headers['X-CSRFToken'] = cookie('csrftoken');
      return request;
    },
  });
}

async function signIn() {
  const { username, password } = Object.fromEntries(new FormData(form));
  const answer = await fetch(`${base}/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const body = await answer.json();
  problem.textContent = answer.ok ? '' : body.detail;
  if (!answer.ok) return;
  token = body.access ?? null;
  await show();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn();
});

await show();
