// CloudFront Function (cloudfront-js-2.0), viewer request of the API's behaviour. The gateway sees CloudFront
// as its client, and the managed policy that API Gateway needs leaves out CloudFront's own headers about the
// viewer. A viewer's own header of this name is overwritten.
function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}
