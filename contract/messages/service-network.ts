/** What can be wrong between here and a service. */
export const serviceNetwork = {
  'service.network.addressNotFound': 'The service’s address could not be found.',
  'service.network.broken': 'The connection to the service broke off.',
  'service.network.certificateElsewhere': 'The service’s certificate belongs to another address.',
  'service.network.certificateEarly': 'The service’s certificate is not valid yet.',
  'service.network.certificateExpired': 'The service’s certificate has expired.',
  'service.network.certificateRevoked': 'The service’s certificate has been revoked.',
  'service.network.certificateUntrusted':
    'The service’s certificate was not issued by an authority that this computer trusts.',
  'service.network.none': 'There is no connection to the internet.',
  'service.network.notSecure': 'The service does not use the secure connection that its address promises.',
  'service.network.nothingThere': 'Nothing answers at the address of the service.',
  'service.network.secureFailed': 'A secure connection to the service could not be made.',
  'service.network.silent': 'The service did not answer in time.',
  'service.network.slow': 'The connection to the service stood still for too long.',
  'service.network.tooSlow': 'The connection to the service is so slow that this would take hours.',
  'service.network.unreachable': 'The service cannot be reached.',

  'service.network.checkCertificate': 'Check the address under Services, and the date of this computer.',
  'service.network.checkCertificate_terminal': 'Check the address that --service gives, and the date of this computer.',
  'service.network.checkCertificate_window':
    'Check the address under Services in the window, and the date of this computer.',
  'service.network.checkInternet': 'Check the internet connection.',
  'service.network.checkInternetAddress': 'Check the internet connection, and the address under Services.',
  'service.network.checkInternetAddress_terminal':
    'Check the internet connection, and the address that --service gives.',
  'service.network.checkInternetAddress_window':
    'Check the internet connection, and the address under Services in the window.',
  'service.network.checkInternetTry': 'Check the internet connection, then try again.',
  'service.network.checkNetwork': 'Check the network.',
  'service.network.checkPlain': 'Perhaps its address should begin with http://.',
  'service.network.checkRuns': 'Check that it is running, and its address under Services.',
  'service.network.checkRuns_terminal': 'Check that it is running, and the address that --service gives.',
  'service.network.checkRuns_window': 'Check that it is running, and its address under Services in the window.',
  'service.network.checkTrust':
    'If your company inspects its network traffic, choose its certificate under Settings, Network. Otherwise check the address under Services.',
  'service.network.checkTrust_terminal':
    'If your company inspects its network traffic, name its certificate in NODE_EXTRA_CA_CERTS. Otherwise check the address that --service gives.',
  'service.network.checkTrust_window':
    'If your company inspects its network traffic, choose its certificate under Settings, Network, in the window. Otherwise check the address under Services in the window.',

  'service.proxy.check': 'Check the network, and the proxy under Settings, Network.',
  'service.proxy.check_terminal':
    'Check the network, and the proxy in HTTPS_PROXY (or under Settings, Network, in the window).',
  'service.proxy.check_window': 'Check the network, and the proxy under Settings, Network, in the window.',
  'service.proxy.choose': 'Choose an HTTP proxy under Settings, Network.',
  'service.proxy.choose_terminal':
    'Name an HTTP proxy in HTTPS_PROXY (or choose one under Settings, Network, in the window).',
  'service.proxy.choose_window': 'Choose an HTTP proxy under Settings, Network, in the window.',
  'service.proxy.enter': 'Enter them with its address under Settings, Network, as in http://name:password@proxy:3128.',
  'service.proxy.enter_terminal':
    'Put them in HTTPS_PROXY with its address, as in http://name:password@proxy:3128 (or enter them under Settings, Network, in the window).',
  'service.proxy.enter_window':
    'Enter them with its address under Settings, Network, in the window, as in http://name:password@proxy:3128.',
  'service.proxy.password': 'The proxy “{{proxy}}” asks for a name and a password.',
  'service.proxy.refused': 'The proxy “{{proxy}}” does not connect to the service.',
  'service.proxy.refusedWith': 'The proxy “{{proxy}}” does not connect to the service ({{status}}).',
  'service.proxy.unreachable': 'The proxy “{{proxy}}” cannot be reached.',
  'service.proxy.unsupported': 'The proxy “{{proxy}}” is of a kind that Burnish cannot use.',
} as const;
