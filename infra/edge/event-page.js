// CloudFront Function (cloudfront-js-2.0), viewer request of events' pages. The local edge runs this very file.
// All of them are one address, for the page's function as for the website's bucket, which is asked when the function
// fails. Which page was meant goes along in a header; what a viewer sends under its name is overwritten.
function handler(event) {
  const request = event.request;
  request.headers['x-page-path'] = { value: request.uri };
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.uri = '/index.html';
  return request;
}
