// CloudFront Function (cloudfront-js-2.0), viewer request of the API's behaviour. Behind CloudFront the gateway's caller is
// CloudFront, and the managed policy that API Gateway needs leaves out CloudFront's own headers about the viewer. What a
// viewer sends under this name is overwritten.
function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}
