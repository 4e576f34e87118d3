// CloudFront Function (cloudfront-js-2.0), viewer request of pictures of links. The local edge runs this very file. The edge
// keeps what is drawn by the path as it was sent, and the gateway decodes it, so that every way to write a path would be drawn
// and kept anew. No address of ours has an escape in it: these are sent on to the site's own picture.
function handler(event) {
  const request = event.request;
  if (request.uri.includes('%')) request.uri = '/link-preview/none/none.png';
  return request;
}
