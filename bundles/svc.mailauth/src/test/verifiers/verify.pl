# Verifies messages with Mail::DKIM and Mail::SPF: reads requests from the standard input and writes one line for each.
# The DNS data comes from the requests as well: no lookup leaves this process.
use strict;
use warnings;

our $now = shift @ARGV;
BEGIN { *CORE::GLOBAL::time = sub () { $main::now } }

use MIME::Base64;
use Mail::DKIM::ARC::Verifier;
use Mail::DKIM::Verifier;
use Mail::SPF;
use Net::DNS;

# A resolver with the methods that both libraries use.
package Table;

my (%records, %failing);

sub new { return bless {}, shift }

sub errorstring { return '' }

sub send {
    my ($self, $name, $type) = @_;
    my $key = lc $name;
    $key =~ s/\.$//;
    my $packet = Net::DNS::Packet->new($name, $type);
    $packet->header->qr(1);
    $packet->header->rcode('SERVFAIL') if $failing{$key};
    return $packet if $failing{$key};
    for my $data (@{ $records{"$type $key"} || [] }) {
        $packet->push(answer => record($key, $type, $data));
    }
    return $packet;
}

sub record {
    my ($name, $type, $data) = @_;
    my %fields =
        $type eq 'TXT' ? (txtdata => [ $data =~ /(.{1,255})/gs ])
      : $type eq 'MX'  ? (preference => 10, exchange => $data)
      : $type eq 'PTR' ? (ptrdname => $data)
      :                  (address => $data);
    return Net::DNS::RR->new(name => $name, type => $type, ttl => 60, %fields);
}

package main;

$SIG{__WARN__} = sub { }; # Mail::DKIM warns about broken tags

Mail::DKIM::DNS::resolver(Table->new);
my $spf = Mail::SPF::Server->new(dns_resolver => Table->new, hostname => 'mail.test', query_rr_types => Mail::SPF::Server->query_rr_type_txt);

sub run {
    my ($verifier, $message) = @_;
    $verifier->PRINT($message);
    $verifier->CLOSE;
    return $verifier;
}

sub verify {
    my ($message) = @_;
    my @results;
    my $dkim = eval { run(Mail::DKIM::Verifier->new(Strict => 1), $message) };
    for my $signature ($dkim ? $dkim->signatures : ()) {
        my $start = substr($signature->data || '?', 0, 8);
        push @results, $start . '=' . (($signature->result || '') eq 'pass' ? 'pass' : 'fail');
        last if @results == 5;
    }
    my $arc = eval { run(Mail::DKIM::ARC::Verifier->new(Strict => 1), $message)->result };
    push @results, 'arc=' . ($arc && $arc =~ /^(?:pass|none)$/ ? $arc : 'fail');
    return join ' ', @results;
}

sub spf {
    my ($client, $helo, $sender) = @_;
    my $result = eval {
        my $request = Mail::SPF::Request->new(
            versions      => [1],
            scope         => $sender eq '-' ? 'helo' : 'mfrom',
            identity      => $sender eq '-' ? $helo : $sender,
            ip_address    => $client,
            helo_identity => $helo
        );
        my $found = $spf->process($request);
        $found->code . ' ' . ($found->text =~ s/\s+/ /gr);
    };
    return $result || 'error';
}

$| = 1;
while (my $line = <STDIN>) {
    chomp $line;
    my ($command, @arguments) = split /\t/, $line, -1;
    if ($command eq 'clear') {
        %records = %failing = ();
    }
    elsif ($command eq 'failing') {
        $failing{ $arguments[0] } = 1;
    }
    elsif ($command eq 'record') {
        push @{ $records{"$arguments[0] $arguments[1]"} }, $arguments[2];
    }
    else {
        print $command eq 'verify' ? verify(decode_base64($arguments[0])) : spf(@arguments), "\n";
    }
}
