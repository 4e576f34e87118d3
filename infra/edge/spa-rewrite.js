// CloudFront Function (cloudfront-js-2.0), viewer request of the default behaviour. The local edge runs this very file.
// A page's address has no file behind it and gets the application; a file's address is left alone, so that a missing
// file stays a 404 and never becomes HTML.
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!lastSegment.includes('.') && !request.uri.startsWith('/assets/')) request.uri = '/index.html';
  return request;
}
