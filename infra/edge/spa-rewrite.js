// CloudFront Function (cloudfront-js-2.0), viewer request of the default behaviour. The local edge runs this very file.
// A page's address has no file behind it and gets the application; a file's address is left alone, so that a missing
// file stays a 404 and never becomes HTML.
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!lastSegment.includes('.') && !request.uri.startsWith('/assets/')) request.uri = pageFor(request);
  return request;
}

// A browser without a session is nobody's: its pages say so, and it has nothing to ask. Whether a session is still good
// is for the API to say.
function pageFor(request) {
  if (request.cookies['__Host-session']) return '/index.html';
  return request.uri === '/' ? '/landing.html' : '/visitor.html';
}
