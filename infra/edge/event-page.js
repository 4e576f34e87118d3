// CloudFront Function (cloudfront-js-2.0), viewer request of event pages. The local edge runs this very file.
// All event pages are one path, both for the function that fills them and for the website's bucket, which is
// asked if that function fails. A header says which page was requested; a viewer's own header of that name is
// overwritten.
function handler(event) {
  const request = event.request;
  request.headers['x-page-path'] = { value: request.uri };
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.uri = '/index.html';
  return request;
}
