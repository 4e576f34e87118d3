// CloudFront Function (cloudfront-js-2.0), viewer request of the default behaviour. The local edge runs this
// very file. The path of a page has no file behind it and gets the application. The path of a file is left
// alone, so that a missing file is a 404 and never HTML.
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!lastSegment.includes('.') && !request.uri.startsWith('/assets/')) request.uri = pageFor(request);
  return request;
}

// The pages for visitors, browsers without a session, embed that nobody is signed in, which saves the session
// lookup. Whether a session is still valid is for the API to say.
function pageFor(request) {
  if (request.cookies['__Host-session']) return '/index.html';
  return request.uri === '/' ? '/landing.html' : '/visitor.html';
}
